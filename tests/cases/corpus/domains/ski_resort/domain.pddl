; A ski resort early in the morning: slopes are covered with snow, groomed, checked for avalanches and opened.
;
; Groomers and patrollers go along the ways; patrollers also ride the lifts that run. A cannon makes snow alone, on a
; closed slope in its reach; fresh snow has to be groomed and checked again. An avalanche check stops the lift of the
; slope, and somebody has to start it again. Who opens a slope watches it until he closes it. Time is in minutes.
(define (domain ski_resort)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents :durative-actions)

  (:types
    mover place lift cannon - object
    groomer patroller - mover
    slope - place)

  (:predicates
    (at ?m - mover ?p - place)
    (free ?m - mover)
    (running ?l - lift)
    (snows_on ?c - cannon ?s - slope)
    (snowy ?s - slope)
    (groomed ?s - slope)
    (checked ?s - slope)
    (open ?s - slope)
    (watches ?p - patroller ?s - slope)
    (way ?a ?b - place)
    (links ?l - lift ?a ?b - place)
    (serves ?l - lift ?s - slope)
    (reaches ?c - cannon ?s - slope))

  (:functions
    (travel_time ?a ?b - place)
    (ride_time ?l - lift)
    (grooming_time ?s - slope)
    (nozzles ?c - cannon))

  (:durative-action go
    :parameters (?m - mover ?from ?to - place)
    :duration (= ?duration (travel_time ?from ?to))
    :condition (and
      (at start (free ?m))
      (at start (at ?m ?from))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (free ?m)))
      (at start (not (at ?m ?from)))
      (at end (free ?m))
      (at end (at ?m ?to))))

  (:durative-action ride
    :parameters (?p - patroller ?l - lift ?from ?to - place)
    :duration (= ?duration (ride_time ?l))
    :condition (and
      (at start (free ?p))
      (at start (at ?p ?from))
      (over all (links ?l ?from ?to))
      (over all (running ?l)))
    :effect (and
      (at start (not (free ?p)))
      (at start (not (at ?p ?from)))
      (at end (free ?p))
      (at end (at ?p ?to))))

  (:durative-action start_lift
    :parameters (?p - patroller ?l - lift ?from ?to - place)
    :duration (= ?duration 3)
    :condition (and
      (at start (free ?p))
      (over all (at ?p ?from))
      (over all (links ?l ?from ?to)))
    :effect (and
      (at start (not (free ?p)))
      (at end (free ?p))
      (at end (running ?l))))

  (:durative-action make_snow
    :parameters (?c - cannon ?s - slope)
    :duration (= ?duration 30)
    :condition (and
      (at start (>= (nozzles ?c) 1))
      (over all (reaches ?c ?s))
      (over all (not (open ?s))))
    :effect (and
      (at start (decrease (nozzles ?c) 1))
      (at start (not (groomed ?s)))
      (at start (not (checked ?s)))
      (at start (snows_on ?c ?s))
      (at end (not (snows_on ?c ?s)))
      (at end (not (groomed ?s)))
      (at end (not (checked ?s)))
      (at end (increase (nozzles ?c) 1))
      (at end (snowy ?s))))

  (:durative-action groom
    :parameters (?g - groomer ?s - slope)
    :duration (= ?duration (grooming_time ?s))
    :condition (and
      (at start (free ?g))
      (over all (snowy ?s))
      (over all (at ?g ?s))
      (over all (not (open ?s))))
    :effect (and
      (at start (not (free ?g)))
      (at end (free ?g))
      (at end (groomed ?s))))

  (:durative-action check
    :parameters (?p - patroller ?s - slope ?l - lift)
    :duration (= ?duration 15)
    :condition (and
      (at start (free ?p))
      (over all (serves ?l ?s))
      (over all (at ?p ?s))
      (over all (snowy ?s)))
    :effect (and
      (at start (not (free ?p)))
      (at start (not (running ?l)))
      (at end (free ?p))
      (at end (checked ?s))))

  (:durative-action open_slope
    :parameters (?p - patroller ?s - slope ?l - lift)
    :duration (= ?duration 4)
    :condition (and
      (at start (free ?p))
      (over all (at ?p ?s))
      (over all (serves ?l ?s))
      (over all (running ?l))
      (over all (groomed ?s))
      (over all (checked ?s)))
    :effect (and
      (at start (not (free ?p)))
      (at end (watches ?p ?s))
      (at end (open ?s))))

  (:durative-action close_slope
    :parameters (?p - patroller ?s - slope)
    :duration (= ?duration 5)
    :condition (and
      (at start (watches ?p ?s))
      (at start (open ?s))
      (over all (at ?p ?s)))
    :effect (and
      (at start (not (open ?s)))
      (at end (not (watches ?p ?s)))
      (at end (free ?p)))))
