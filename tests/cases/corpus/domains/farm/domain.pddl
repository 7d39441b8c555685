; A farm for a day or two: hands drive tractors and the harvester along lanes to the fields, which are harvested,
; ploughed and sown in this order, and look after the animals.
;
; A model of our own. A machine moves and works only with a hand, and a hand does one job at a time; an animal is fed
; hay where it stands, so hay has to be brought there, and a cow is milked once it has been fed. Time is counted in
; hours; how long a way takes depends on it, and how long work on a field takes depends on the field.
(define (domain farm)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    mobile place - object
    hand charge - mobile
    machine animal - charge
    tractor harvester - machine
    cow horse - animal
    field - place)

  (:predicates
    (at ?m - mobile ?p - place)
    (idle ?h - hand)
    (handles ?h - hand ?x - charge)
    (harvested ?f - field)
    (ploughed ?f - field)
    (sown ?f - field)
    (fed ?a - animal)
    (milked ?c - cow)
    (lane ?a ?b - place))

  (:functions
    (driving_time ?a ?b - place)
    (walking_time ?a ?b - place)
    (harvesting_time ?f - field)
    (ploughing_time ?f - field)
    (sowing_time ?f - field)
    (hay ?p - place))

  (:durative-action walk
    :parameters (?h - hand ?from ?to - place)
    :duration (= ?duration (walking_time ?from ?to))
    :condition (and
      (at start (at ?h ?from))
      (over all (lane ?from ?to)))
    :effect (and
      (at start (not (at ?h ?from)))
      (at end (at ?h ?to))))

  (:durative-action drive
    :parameters (?h - hand ?m - machine ?from ?to - place)
    :duration (= ?duration (driving_time ?from ?to))
    :condition (and
      (at start (at ?h ?from))
      (at start (at ?m ?from))
      (at start (idle ?h))
      (over all (lane ?from ?to)))
    :effect (and
      (at start (not (at ?h ?from)))
      (at start (not (at ?m ?from)))
      (at start (not (idle ?h)))
      (at start (handles ?h ?m))
      (at end (at ?h ?to))
      (at end (at ?m ?to))
      (at end (idle ?h))
      (at end (not (handles ?h ?m)))))

  (:durative-action harvest
    :parameters (?h - hand ?m - harvester ?f - field)
    :duration (= ?duration (harvesting_time ?f))
    :condition (and
      (at start (idle ?h))
      (over all (at ?h ?f))
      (over all (at ?m ?f)))
    :effect (and
      (at start (not (idle ?h)))
      (at start (handles ?h ?m))
      (at end (harvested ?f))
      (at end (idle ?h))
      (at end (not (handles ?h ?m)))))

  (:durative-action plough
    :parameters (?h - hand ?t - tractor ?f - field)
    :duration (= ?duration (ploughing_time ?f))
    :condition (and
      (at start (idle ?h))
      (at start (harvested ?f))
      (over all (at ?h ?f))
      (over all (at ?t ?f)))
    :effect (and
      (at start (not (idle ?h)))
      (at start (handles ?h ?t))
      (at end (ploughed ?f))
      (at end (idle ?h))
      (at end (not (handles ?h ?t)))))

  (:durative-action sow
    :parameters (?h - hand ?t - tractor ?f - field)
    :duration (= ?duration (sowing_time ?f))
    :condition (and
      (at start (idle ?h))
      (at start (ploughed ?f))
      (over all (at ?h ?f))
      (over all (at ?t ?f)))
    :effect (and
      (at start (not (idle ?h)))
      (at start (handles ?h ?t))
      (at end (sown ?f))
      (at end (idle ?h))
      (at end (not (handles ?h ?t)))))

  (:durative-action bring_hay
    :parameters (?h - hand ?t - tractor ?from ?to - place)
    :duration (= ?duration (+ (driving_time ?from ?to) 0.5))
    :condition (and
      (at start (at ?h ?from))
      (at start (at ?t ?from))
      (at start (idle ?h))
      (at start (>= (hay ?from) 2))
      (over all (lane ?from ?to)))
    :effect (and
      (at start (not (at ?h ?from)))
      (at start (not (at ?t ?from)))
      (at start (not (idle ?h)))
      (at start (handles ?h ?t))
      (at start (decrease (hay ?from) 2))
      (at end (at ?h ?to))
      (at end (at ?t ?to))
      (at end (increase (hay ?to) 2))
      (at end (idle ?h))
      (at end (not (handles ?h ?t)))))

  (:durative-action feed
    :parameters (?h - hand ?a - animal ?p - place)
    :duration (= ?duration 0.5)
    :condition (and
      (at start (idle ?h))
      (at start (>= (hay ?p) 1))
      (over all (at ?h ?p))
      (over all (at ?a ?p)))
    :effect (and
      (at start (not (idle ?h)))
      (at start (handles ?h ?a))
      (at start (decrease (hay ?p) 1))
      (at end (fed ?a))
      (at end (idle ?h))
      (at end (not (handles ?h ?a)))))

  (:durative-action milk
    :parameters (?h - hand ?c - cow ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (idle ?h))
      (at start (fed ?c))
      (over all (at ?h ?p))
      (over all (at ?c ?p)))
    :effect (and
      (at start (not (idle ?h)))
      (at start (handles ?h ?c))
      (at end (milked ?c))
      (at end (idle ?h))
      (at end (not (handles ?h ?c))))))
