; Fires burn in the sectors around a fire station, and villages have to be got out of harm's way.
;
; Crews and engines drive on roads that are open; a crew can clear a road that is not. A helicopter and drones fly
; wherever they like. A fire can be fought only after somebody has looked at it from the air: an engine or the helicopter
; douses it with a load of water, a crew beats it out by hand, which takes longer. A crew or an engine gets the people
; out of a village. A unit does one thing at a time. Time is counted in hours.
(define (domain wildfire)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    unit place road - object
    ground aircraft - unit
    crew engine - ground
    helicopter drone - aircraft
    sector village waterpoint - place)

  (:predicates
    (at ?u - unit ?p - place)
    (on ?g - ground ?r - road)
    (idle ?u - unit)
    (in_action ?u - unit ?p - place)
    (surveyed ?s - sector)
    (out ?s - sector)
    (evacuated ?v - village)
    (open ?r - road)
    (joins ?r - road ?a ?b - place))

  (:functions
    (drive_time ?r - road)
    (flight_time ?a - aircraft)
    (evacuation_time ?v - village)
    (water ?u - unit)
    (tank ?u - unit))

  (:durative-action drive
    :parameters (?g - ground ?r - road ?from ?to - place)
    :duration (= ?duration (drive_time ?r))
    :condition (and
      (at start (at ?g ?from))
      (at start (idle ?g))
      (over all (joins ?r ?from ?to))
      (over all (open ?r)))
    :effect (and
      (at start (not (at ?g ?from)))
      (at start (not (idle ?g)))
      (at start (on ?g ?r))
      (at end (not (on ?g ?r)))
      (at end (at ?g ?to))
      (at end (idle ?g))))

  (:durative-action fly
    :parameters (?a - aircraft ?from ?to - place)
    :duration (= ?duration (flight_time ?a))
    :condition (and
      (at start (at ?a ?from))
      (at start (idle ?a)))
    :effect (and
      (at start (not (at ?a ?from)))
      (at start (not (idle ?a)))
      (at end (at ?a ?to))
      (at end (idle ?a))))

  (:durative-action survey
    :parameters (?a - aircraft ?s - sector)
    :duration (= ?duration 1)
    :condition (and
      (at start (idle ?a))
      (over all (at ?a ?s)))
    :effect (and
      (at start (not (idle ?a)))
      (at end (surveyed ?s))
      (at end (idle ?a))))

  ; Only what has a tank can be filled.
  (:durative-action fill
    :parameters (?u - unit ?w - waterpoint)
    :duration (= ?duration 1)
    :condition (and
      (at start (idle ?u))
      (at start (< (water ?u) (tank ?u)))
      (over all (at ?u ?w)))
    :effect (and
      (at start (not (idle ?u)))
      (at end (assign (water ?u) (tank ?u)))
      (at end (idle ?u))))

  (:durative-action douse
    :parameters (?u - unit ?s - sector)
    :duration (= ?duration 2)
    :condition (and
      (at start (idle ?u))
      (at start (>= (water ?u) 1))
      (over all (surveyed ?s))
      (over all (at ?u ?s)))
    :effect (and
      (at start (not (idle ?u)))
      (at start (decrease (water ?u) 1))
      (at start (in_action ?u ?s))
      (at end (not (in_action ?u ?s)))
      (at end (out ?s))
      (at end (idle ?u))))

  (:durative-action beat_out
    :parameters (?c - crew ?s - sector)
    :duration (= ?duration 6)
    :condition (and
      (at start (idle ?c))
      (over all (surveyed ?s))
      (over all (at ?c ?s)))
    :effect (and
      (at start (not (idle ?c)))
      (at start (in_action ?c ?s))
      (at end (not (in_action ?c ?s)))
      (at end (out ?s))
      (at end (idle ?c))))

  (:durative-action evacuate
    :parameters (?g - ground ?v - village)
    :duration (= ?duration (evacuation_time ?v))
    :condition (and
      (at start (idle ?g))
      (over all (at ?g ?v)))
    :effect (and
      (at start (not (idle ?g)))
      (at start (in_action ?g ?v))
      (at end (not (in_action ?g ?v)))
      (at end (evacuated ?v))
      (at end (idle ?g))))

  (:durative-action clear_road
    :parameters (?c - crew ?r - road ?a ?b - place)
    :duration (= ?duration 2)
    :condition (and
      (at start (idle ?c))
      (over all (at ?c ?a))
      (over all (joins ?r ?a ?b)))
    :effect (and
      (at start (not (idle ?c)))
      (at end (open ?r))
      (at end (idle ?c)))))
