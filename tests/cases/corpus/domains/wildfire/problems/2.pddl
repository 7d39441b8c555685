; A helicopter joins in; a second village, and the ridge road is blocked.
(define (problem wildfire-2)
  (:domain wildfire)

  (:objects
    crew1 crew2 - crew
    engine1 - engine
    kestrel - helicopter
    drone1 - drone
    north ridge - sector
    hillcrest millbrook - village
    lake - waterpoint
    station - place
    lake_road valley_road forest_road ridge_road mill_lane gorge_road - road)

  (:init
    (at crew1 station) (idle crew1) (= (water crew1) 0) (= (tank crew1) 0)
    (at crew2 station) (idle crew2) (= (water crew2) 0) (= (tank crew2) 0)
    (at engine1 lake) (idle engine1) (= (water engine1) 1) (= (tank engine1) 2)
    (at kestrel station) (idle kestrel) (= (water kestrel) 0) (= (tank kestrel) 1) (= (flight_time kestrel) 2)
    (at drone1 station) (idle drone1) (= (water drone1) 0) (= (tank drone1) 0) (= (flight_time drone1) 1)
    (= (evacuation_time hillcrest) 4)
    (= (evacuation_time millbrook) 2)
    (= (drive_time lake_road) 1) (joins lake_road station lake) (joins lake_road lake station)
    (open lake_road)
    (= (drive_time valley_road) 2) (joins valley_road station hillcrest) (joins valley_road hillcrest station)
    (open valley_road)
    (= (drive_time forest_road) 2) (joins forest_road lake north) (joins forest_road north lake)
    (open forest_road)
    (= (drive_time ridge_road) 2) (joins ridge_road hillcrest ridge) (joins ridge_road ridge hillcrest)
    (= (drive_time mill_lane) 1) (joins mill_lane station millbrook) (joins mill_lane millbrook station)
    (open mill_lane)
    (= (drive_time gorge_road) 3) (joins gorge_road north ridge) (joins gorge_road ridge north)
    (open gorge_road))

  (:goal (and
    (out north)
    (out ridge)
    (evacuated hillcrest)
    (evacuated millbrook)))
  (:metric minimize (total-time)))
