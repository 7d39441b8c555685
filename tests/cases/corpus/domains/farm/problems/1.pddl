; The farmer and one hand, a tractor and the harvester, two fields and a cow in the meadow.
(define (problem farm-1)
  (:domain farm)

  (:objects
    greta hand1 - hand
    red_tractor - tractor
    harvester1 - harvester
    bella - cow
    north_field south_field - field
    yard barn silo meadow - place)

  (:init
    (at greta yard) (idle greta)
    (at hand1 barn) (idle hand1)
    (at red_tractor barn)
    (at harvester1 yard)
    (at bella meadow)
    (harvested south_field)
    (= (harvesting_time north_field) 4) (= (ploughing_time north_field) 3) (= (sowing_time north_field) 2)
    (= (harvesting_time south_field) 3) (= (ploughing_time south_field) 3) (= (sowing_time south_field) 2)
    (= (hay yard) 0) (= (hay barn) 6) (= (hay silo) 0) (= (hay meadow) 0) (= (hay north_field) 0)
    (= (hay south_field) 0)
    (lane yard barn) (= (driving_time yard barn) 0.5) (= (walking_time yard barn) 0.5)
    (lane barn yard) (= (driving_time barn yard) 0.5) (= (walking_time barn yard) 0.5)
    (lane yard silo) (= (driving_time yard silo) 0.5) (= (walking_time yard silo) 1)
    (lane silo yard) (= (driving_time silo yard) 0.5) (= (walking_time silo yard) 1)
    (lane yard north_field) (= (driving_time yard north_field) 0.5) (= (walking_time yard north_field) 1)
    (lane north_field yard) (= (driving_time north_field yard) 0.5) (= (walking_time north_field yard) 1)
    (lane north_field silo) (= (driving_time north_field silo) 0.5) (= (walking_time north_field silo) 1)
    (lane silo north_field) (= (driving_time silo north_field) 0.5) (= (walking_time silo north_field) 1)
    (lane barn meadow) (= (driving_time barn meadow) 0.5) (= (walking_time barn meadow) 1)
    (lane meadow barn) (= (driving_time meadow barn) 0.5) (= (walking_time meadow barn) 1)
    (lane meadow south_field) (= (driving_time meadow south_field) 0.5) (= (walking_time meadow south_field) 1)
    (lane south_field meadow) (= (driving_time south_field meadow) 0.5) (= (walking_time south_field meadow) 1)
    (lane yard south_field) (= (driving_time yard south_field) 1) (= (walking_time yard south_field) 1.5)
    (lane south_field yard) (= (driving_time south_field yard) 1) (= (walking_time south_field yard) 1.5))

  (:goal (and
    (harvested north_field)
    (sown south_field)
    (milked bella)
    (at harvester1 silo)))
  (:metric minimize (total-time)))
