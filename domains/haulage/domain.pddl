; Vans that carry parcels between places, and the drivers who have to be in them.
;
; The setting is that of Driverlog (IPC-2002), in a model of our own: a van moves only with a driver in it, a
; driver walks where there is a footpath, and loading needs nobody. A van takes no more parcels than it has room
; for. Time is counted in minutes; how long a way takes depends on it.
(define (domain haulage)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    mobile parcel place - object
    driver van - mobile)

  (:predicates
    (at ?m - mobile ?p - place)
    (lies ?c - parcel ?p - place)
    (aboard ?c - parcel ?v - van)
    (drives ?d - driver ?v - van)
    (vacant ?v - van)
    (road ?a ?b - place)
    (footpath ?a ?b - place))

  (:functions
    (driving_time ?a ?b - place)
    (walking_time ?a ?b - place)
    (room ?v - van))

  (:durative-action drive
    :parameters (?d - driver ?v - van ?from ?to - place)
    :duration (= ?duration (driving_time ?from ?to))
    :condition (and
      (at start (at ?v ?from))
      (over all (drives ?d ?v))
      (over all (road ?from ?to)))
    :effect (and
      (at start (not (at ?v ?from)))
      (at end (at ?v ?to))))

  (:durative-action walk
    :parameters (?d - driver ?from ?to - place)
    :duration (= ?duration (walking_time ?from ?to))
    :condition (and
      (at start (at ?d ?from))
      (over all (footpath ?from ?to)))
    :effect (and
      (at start (not (at ?d ?from)))
      (at end (at ?d ?to))))

  (:durative-action board
    :parameters (?d - driver ?v - van ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (at ?d ?p))
      (at start (vacant ?v))
      (over all (at ?v ?p)))
    :effect (and
      (at start (not (at ?d ?p)))
      (at start (not (vacant ?v)))
      (at end (drives ?d ?v))))

  (:durative-action alight
    :parameters (?d - driver ?v - van ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (drives ?d ?v))
      (over all (at ?v ?p)))
    :effect (and
      (at start (not (drives ?d ?v)))
      (at end (at ?d ?p))
      (at end (vacant ?v))))

  (:durative-action load
    :parameters (?c - parcel ?v - van ?p - place)
    :duration (= ?duration 2)
    :condition (and
      (at start (lies ?c ?p))
      (at start (>= (room ?v) 1))
      (over all (at ?v ?p)))
    :effect (and
      (at start (not (lies ?c ?p)))
      (at start (decrease (room ?v) 1))
      (at end (aboard ?c ?v))))

  (:durative-action unload
    :parameters (?c - parcel ?v - van ?p - place)
    :duration (= ?duration 2)
    :condition (and
      (at start (aboard ?c ?v))
      (over all (at ?v ?p)))
    :effect (and
      (at start (not (aboard ?c ?v)))
      (at end (lies ?c ?p))
      (at end (increase (room ?v) 1)))))
