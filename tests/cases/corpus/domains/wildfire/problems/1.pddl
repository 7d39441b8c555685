; Two crews, an engine and a drone; two fires and one village, and trees lie across the south road.
(define (problem wildfire-1)
  (:domain wildfire)

  (:objects
    crew1 crew2 - crew
    engine1 - engine
    drone1 - drone
    north south - sector
    hillcrest - village
    lake - waterpoint
    station - place
    lake_road valley_road forest_road ridge_road south_road - road)

  (:init
    (at crew1 station) (idle crew1) (= (water crew1) 0) (= (tank crew1) 0)
    (at crew2 hillcrest) (idle crew2) (= (water crew2) 0) (= (tank crew2) 0)
    (at engine1 station) (idle engine1) (= (water engine1) 0) (= (tank engine1) 1)
    (at drone1 station) (idle drone1) (= (water drone1) 0) (= (tank drone1) 0) (= (flight_time drone1) 1)
    (= (evacuation_time hillcrest) 3)
    (= (drive_time lake_road) 1) (joins lake_road station lake) (joins lake_road lake station)
    (open lake_road)
    (= (drive_time valley_road) 2) (joins valley_road station hillcrest) (joins valley_road hillcrest station)
    (open valley_road)
    (= (drive_time forest_road) 2) (joins forest_road lake north) (joins forest_road north lake)
    (open forest_road)
    (= (drive_time ridge_road) 3) (joins ridge_road hillcrest north) (joins ridge_road north hillcrest)
    (open ridge_road)
    (= (drive_time south_road) 2) (joins south_road station south) (joins south_road south station))

  (:goal (and
    (out north)
    (out south)
    (evacuated hillcrest)))
  (:metric minimize (total-time)))
