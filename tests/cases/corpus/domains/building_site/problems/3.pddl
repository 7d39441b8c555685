; Three rooms in different states: the hall has walls and no roof, the garage has a scaffold and no walls, the study waits for pipes; a terrace is to be poured.
(define (problem building_site-3)
  (:domain building_site)

  (:objects
    old_bricklayer young_bricklayer - bricklayer
    senior_electrician junior_electrician - electrician
    master_plumber - plumber
    head_roofer - roofer
    city_inspector - inspector
    big_mixer - mixer
    gas_heater - heater
    tall_scaffold short_scaffold - scaffold
    ground_floor terrace - floor
    entrance_hall garage study - room)

  (:init
    (idle old_bricklayer) (idle young_bricklayer) (idle senior_electrician) (idle junior_electrician)
    (idle master_plumber) (idle head_roofer) (idle city_inspector)
    (has old_bricklayer big_mixer) (clean big_mixer)
    (stands_in tall_scaffold study) (stands_in short_scaffold garage)
    (formed ground_floor) (poured ground_floor) (hard ground_floor)
    (= (pouring_time ground_floor) 2) (= (drying_time ground_floor) 6)
    (formed terrace) (= (pouring_time terrace) 1) (= (drying_time terrace) 7)
    (lies_on entrance_hall ground_floor) (walled entrance_hall)
    (= (walling_time entrance_hall) 5) (= (finishing_time entrance_hall) 3)
    (lies_on garage ground_floor) (= (walling_time garage) 4) (= (finishing_time garage) 1)
    (lies_on study ground_floor) (walled study) (covered study) (wired study)
    (= (walling_time study) 3) (= (finishing_time study) 2))

  (:goal (and
    (plastered study)
    (approved entrance_hall)
    (hard terrace)
    (covered garage)
    (wired garage)))
  (:metric minimize (total-time)))
