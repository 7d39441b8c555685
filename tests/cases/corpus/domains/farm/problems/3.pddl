; A stable with a horse besides, little hay, two fields to harvest and one to sow.
(define (problem farm-3)
  (:domain farm)

  (:objects
    greta hand1 hand2 - hand
    red_tractor green_tractor - tractor
    harvester1 - harvester
    bella daisy - cow
    max - horse
    north_field south_field mill_field - field
    yard barn silo meadow stable - place)

  (:init
    (at greta yard) (idle greta)
    (at hand1 yard) (idle hand1)
    (at hand2 stable) (idle hand2)
    (at red_tractor yard)
    (at green_tractor mill_field)
    (at harvester1 yard)
    (at bella meadow)
    (at daisy meadow)
    (at max stable)
    (harvested mill_field)
    (= (harvesting_time north_field) 4) (= (ploughing_time north_field) 3) (= (sowing_time north_field) 2)
    (= (harvesting_time south_field) 3) (= (ploughing_time south_field) 3) (= (sowing_time south_field) 2)
    (= (harvesting_time mill_field) 3) (= (ploughing_time mill_field) 2) (= (sowing_time mill_field) 1)
    (= (hay yard) 0) (= (hay barn) 4) (= (hay silo) 0) (= (hay meadow) 0) (= (hay north_field) 0)
    (= (hay south_field) 0) (= (hay mill_field) 0) (= (hay stable) 1)
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
    (lane south_field yard) (= (driving_time south_field yard) 1) (= (walking_time south_field yard) 1.5)
    (lane south_field mill_field) (= (driving_time south_field mill_field) 0.5) (= (walking_time south_field mill_field) 1)
    (lane mill_field south_field) (= (driving_time mill_field south_field) 0.5) (= (walking_time mill_field south_field) 1)
    (lane mill_field silo) (= (driving_time mill_field silo) 1) (= (walking_time mill_field silo) 2)
    (lane silo mill_field) (= (driving_time silo mill_field) 1) (= (walking_time silo mill_field) 2)
    (lane yard stable) (= (driving_time yard stable) 0.5) (= (walking_time yard stable) 0.5)
    (lane stable yard) (= (driving_time stable yard) 0.5) (= (walking_time stable yard) 0.5)
    (lane stable meadow) (= (driving_time stable meadow) 0.5) (= (walking_time stable meadow) 0.5)
    (lane meadow stable) (= (driving_time meadow stable) 0.5) (= (walking_time meadow stable) 0.5))

  (:goal (and
    (harvested north_field)
    (harvested south_field)
    (sown mill_field)
    (milked bella)
    (milked daisy)
    (fed max)
    (at harvester1 silo)))
  (:metric minimize (total-time)))
