; The apron of an airport on a winter morning: trucks refuel and load the aircraft, passengers board, a tug pushes
; the aircraft back, it is de-iced and takes off.
;
; Passengers board at a gate; carts and the fuel truck come to an aircraft at a gate or on a stand. An aircraft is
; moved out of its gate or stand by a tug and taxies on by itself. Aircraft move along lanes, vehicles along roads.
; A gate, a taxiway, a pad and the runway have room for so many aircraft; vehicles find room everywhere. De-icing is
; done on a pad. Time is counted in minutes; how long a way takes depends on it.
(define (domain airport)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    mobile place goods - object
    aircraft vehicle - mobile
    tug fuel_truck cart deicer - vehicle
    parking strip depot - place
    gate stand - parking
    taxiway pad runway - strip)

  (:predicates
    (at ?m - mobile ?p - place)
    (services ?v - vehicle ?a - aircraft)
    (fuelled ?a - aircraft)
    (loaded ?g - goods ?a - aircraft)
    (boarded ?a - aircraft)
    (deiced ?a - aircraft)
    (airborne ?a - aircraft)
    (road ?a ?b - place)
    (lane ?a ?b - place))

  (:functions
    (travel_time ?a ?b - place)
    (boarding_time ?a - aircraft)
    (room ?p - place)
    (crew ?c - cart))

  (:durative-action drive
    :parameters (?v - vehicle ?from ?to - place)
    :duration (= ?duration (travel_time ?from ?to))
    :condition (and
      (at start (at ?v ?from))
      (over all (road ?from ?to)))
    :effect (and
      (at start (not (at ?v ?from)))
      (at end (at ?v ?to))))

  (:durative-action refuel
    :parameters (?t - fuel_truck ?a - aircraft ?p - parking)
    :duration (= ?duration 12)
    :condition (and
      (over all (at ?t ?p))
      (over all (at ?a ?p)))
    :effect (and
      (at start (services ?t ?a))
      (at end (not (services ?t ?a)))
      (at end (fuelled ?a))))

  (:durative-action load
    :parameters (?c - cart ?g - goods ?a - aircraft ?p - parking)
    :duration (= ?duration 8)
    :condition (and
      (at start (>= (crew ?c) 1))
      (over all (at ?c ?p))
      (over all (at ?a ?p)))
    :effect (and
      (at start (decrease (crew ?c) 1))
      (at start (services ?c ?a))
      (at end (not (services ?c ?a)))
      (at end (increase (crew ?c) 1))
      (at end (loaded ?g ?a))))

  (:durative-action board
    :parameters (?a - aircraft ?g - gate)
    :duration (= ?duration (boarding_time ?a))
    :condition (over all (at ?a ?g))
    :effect (at end (boarded ?a)))

  (:durative-action push_back
    :parameters (?t - tug ?a - aircraft ?from - parking ?to - place)
    :duration (= ?duration (+ 2 (travel_time ?from ?to)))
    :condition (and
      (at start (at ?t ?from))
      (at start (at ?a ?from))
      (at start (>= (room ?to) 1))
      (over all (lane ?from ?to)))
    :effect (and
      (at start (not (at ?t ?from)))
      (at start (not (at ?a ?from)))
      (at start (decrease (room ?to) 1))
      (at start (services ?t ?a))
      (at end (not (services ?t ?a)))
      (at end (increase (room ?from) 1))
      (at end (at ?t ?to))
      (at end (at ?a ?to))))

  (:durative-action taxi
    :parameters (?a - aircraft ?from ?to - strip)
    :duration (= ?duration (travel_time ?from ?to))
    :condition (and
      (at start (at ?a ?from))
      (at start (>= (room ?to) 1))
      (over all (lane ?from ?to)))
    :effect (and
      (at start (not (at ?a ?from)))
      (at start (decrease (room ?to) 1))
      (at end (increase (room ?from) 1))
      (at end (at ?a ?to))))

  (:durative-action deice
    :parameters (?d - deicer ?a - aircraft ?p - pad)
    :duration (= ?duration 6)
    :condition (and
      (over all (at ?d ?p))
      (over all (at ?a ?p)))
    :effect (and
      (at start (services ?d ?a))
      (at end (not (services ?d ?a)))
      (at end (deiced ?a))))

  (:durative-action take_off
    :parameters (?a - aircraft ?r - runway)
    :duration (= ?duration 2)
    :condition (and
      (at start (at ?a ?r))
      (at start (fuelled ?a))
      (at start (boarded ?a))
      (at start (deiced ?a)))
    :effect (and
      (at start (not (at ?a ?r)))
      (at end (increase (room ?r) 1))
      (at end (airborne ?a)))))
