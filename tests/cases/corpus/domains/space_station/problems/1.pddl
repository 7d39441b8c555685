; The solar wing is broken and the crystals need it; the Heron is waiting for a port, and one of the two suits is charged.
(define (problem space_station-1)
  (:domain space_station)

  (:objects
    hana diego - astronaut
    robot_arm - arm
    white_suit orange_suit - suit
    hub airlock laboratory dome - module
    solar_wing antenna - site
    crystal_growth - experiment
    heron - capsule
    front_port lower_port - port)

  (:init
    (inside hana hub) (free hana)
    (inside diego dome) (free diego)
    (free robot_arm)
    (open hub) (open airlock) (open laboratory) (open dome)
    (stowed white_suit airlock) (charged white_suit)
    (stowed orange_suit hub)
    (= (repair_time solar_wing) 4) (= (repair_time antenna) 3)
    (working antenna)
    (needs crystal_growth laboratory solar_wing) (= (run_time crystal_growth) 3)
    (trained hana crystal_growth) (trained diego crystal_growth)
    (waiting heron) (vacant front_port) (vacant lower_port)
    (controls dome robot_arm)
    (guides antenna front_port)
    (way_out airlock solar_wing) (way_out airlock antenna)
    (passage hub airlock) (= (passage_time hub airlock) 0.5)
    (passage airlock hub) (= (passage_time airlock hub) 0.5)
    (passage hub laboratory) (= (passage_time hub laboratory) 0.5)
    (passage laboratory hub) (= (passage_time laboratory hub) 0.5)
    (passage hub dome) (= (passage_time hub dome) 0.5)
    (passage dome hub) (= (passage_time dome hub) 0.5))

  (:goal (and
    (working solar_wing)
    (completed crystal_growth)
    (not (waiting heron))))
  (:metric minimize (total-time)))
