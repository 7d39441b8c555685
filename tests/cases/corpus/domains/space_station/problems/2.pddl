; One suit for two people: the radiator and the antenna are broken, the laboratory is shut, and the cargo capsule may go to either port.
(define (problem space_station-2)
  (:domain space_station)

  (:objects
    commander engineer - astronaut
    robot_arm - arm
    suit_a - suit
    hub airlock laboratory sleeping_quarters - module
    radiator antenna - site
    flame_test seedlings - experiment
    cargo_capsule - capsule
    port_a port_b - port)

  (:init
    (inside commander sleeping_quarters) (free commander)
    (inside engineer airlock) (free engineer)
    (free robot_arm)
    (open hub) (open sleeping_quarters)
    (stowed suit_a airlock)
    (= (repair_time radiator) 5) (= (repair_time antenna) 2)
    (needs flame_test laboratory radiator) (= (run_time flame_test) 2)
    (needs seedlings sleeping_quarters radiator) (= (run_time seedlings) 1.5)
    (trained commander flame_test) (trained engineer flame_test) (trained commander seedlings)
    (waiting cargo_capsule) (vacant port_b) (vacant port_a)
    (controls laboratory robot_arm)
    (guides antenna port_a) (guides antenna port_b)
    (way_out airlock radiator) (way_out airlock antenna)
    (passage hub airlock) (= (passage_time hub airlock) 0.5)
    (passage airlock hub) (= (passage_time airlock hub) 0.5)
    (passage hub laboratory) (= (passage_time hub laboratory) 0.5)
    (passage laboratory hub) (= (passage_time laboratory hub) 0.5)
    (passage hub sleeping_quarters) (= (passage_time hub sleeping_quarters) 1)
    (passage sleeping_quarters hub) (= (passage_time sleeping_quarters hub) 1))

  (:goal (and
    (completed flame_test)
    (completed seedlings)
    (docked cargo_capsule port_b)
    (stowed suit_a airlock)))
  (:metric minimize (total-time)))
