; Two capsules wait for two ports; astronaut 2 is outside at solar wing 1 already and has to come in at the end.
(define (problem space_station-3)
  (:domain space_station)

  (:objects
    astronaut1 astronaut2 - astronaut
    robot_arm - arm
    suit1 suit2 - suit
    hub airlock laboratory - module
    solar_wing1 solar_wing2 - site
    experiment12 experiment15 - experiment
    capsule4 capsule5 - capsule
    port1 port2 - port)

  (:init
    (inside astronaut1 laboratory) (free astronaut1)
    (outside astronaut2 solar_wing1) (free astronaut2) (wears astronaut2 suit2) (charged suit2)
    (free robot_arm)
    (open hub) (open laboratory)
    (stowed suit1 hub) (charged suit1)
    (= (repair_time solar_wing1) 3) (= (repair_time solar_wing2) 4)
    (working solar_wing2)
    (needs experiment12 laboratory solar_wing1) (= (run_time experiment12) 2)
    (needs experiment15 hub solar_wing2) (= (run_time experiment15) 4)
    (trained astronaut1 experiment12) (trained astronaut1 experiment15) (trained astronaut2 experiment15)
    (waiting capsule4) (waiting capsule5) (vacant port1) (vacant port2)
    (controls laboratory robot_arm) (controls hub robot_arm)
    (guides solar_wing1 port1) (guides solar_wing2 port2)
    (way_out airlock solar_wing1) (way_out airlock solar_wing2)
    (passage hub airlock) (= (passage_time hub airlock) 0.5)
    (passage airlock hub) (= (passage_time airlock hub) 0.5)
    (passage hub laboratory) (= (passage_time hub laboratory) 0.5)
    (passage laboratory hub) (= (passage_time laboratory hub) 0.5))

  (:goal (and
    (completed experiment12)
    (completed experiment15)
    (docked capsule4 port2)
    (docked capsule5 port1)
    (inside astronaut2 hub)
    (stowed suit2 airlock)))
  (:metric minimize (total-time)))
