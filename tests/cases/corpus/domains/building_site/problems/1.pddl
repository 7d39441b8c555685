; A kitchen and a bathroom upon a ground floor that is still wet; one bricklayer and one scaffold, but the roof tent is up already.
(define (problem building_site-1)
  (:domain building_site)

  (:objects
    bruno - bricklayer
    ella - electrician
    petra - plumber
    gray - inspector
    mixer1 - mixer
    heater1 - heater
    scaffold1 - scaffold
    ground_floor - floor
    kitchen bathroom - room)

  (:init
    (idle bruno) (idle ella) (idle petra) (idle gray)
    (has bruno mixer1)
    (stored scaffold1)
    (formed ground_floor) (poured ground_floor)
    (= (pouring_time ground_floor) 2) (= (drying_time ground_floor) 6)
    (lies_on kitchen ground_floor) (covered kitchen) (= (walling_time kitchen) 4) (= (finishing_time kitchen) 2)
    (lies_on bathroom ground_floor) (covered bathroom) (= (walling_time bathroom) 3) (= (finishing_time bathroom) 3))

  (:goal (and
    (plastered kitchen)
    (approved bathroom)))
  (:metric minimize (total-time)))
