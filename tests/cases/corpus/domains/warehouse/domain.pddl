; Robots that bring totes from the aisles and the cold store to the packing stations and on to the loading dock, the
; packers who pack them there, and doors that only a packer can open.
;
; Lifting a tote takes one unit of a robot's battery, driving next to nothing; a charged battery is full again. A door is
; a place that one goes through; nothing moves onto a place that is not open. A packing station takes one tote at a time.
; Time is counted in minutes.
(define (domain warehouse)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    worker tote place - object
    robot packer - worker
    station charger door - place)

  (:predicates
    (at ?w - worker ?p - place)
    (lies ?t - tote ?p - place)
    (carries ?r - robot ?t - tote)
    (packs ?h - packer ?t - tote)
    (packed ?t - tote)
    (free ?s - station)
    (open ?p - place)
    (charging ?r - robot)
    (link ?a ?b - place))

  (:functions
    (travel_time ?a ?b - place)
    (room ?r - robot)
    (battery ?r - robot)
    (capacity ?r - robot))

  (:durative-action drive
    :parameters (?r - robot ?from ?to - place)
    :duration (= ?duration (travel_time ?from ?to))
    :condition (and
      (at start (at ?r ?from))
      (over all (link ?from ?to))
      (over all (open ?to)))
    :effect (and
      (at start (not (at ?r ?from)))
      (at end (at ?r ?to))))

  (:durative-action walk
    :parameters (?h - packer ?from ?to - place)
    :duration (= ?duration (travel_time ?from ?to))
    :condition (and
      (at start (at ?h ?from))
      (over all (link ?from ?to))
      (over all (open ?to)))
    :effect (and
      (at start (not (at ?h ?from)))
      (at end (at ?h ?to))))

  (:durative-action pick_up
    :parameters (?r - robot ?t - tote ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (lies ?t ?p))
      (at start (>= (room ?r) 1))
      (at start (>= (battery ?r) 1))
      (over all (at ?r ?p)))
    :effect (and
      (at start (not (lies ?t ?p)))
      (at start (decrease (room ?r) 1))
      (at start (decrease (battery ?r) 1))
      (at end (carries ?r ?t))))

  (:durative-action put_down
    :parameters (?r - robot ?t - tote ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (carries ?r ?t))
      (over all (at ?r ?p)))
    :effect (and
      (at start (not (carries ?r ?t)))
      (at end (lies ?t ?p))
      (at end (increase (room ?r) 1))))

  (:durative-action pack
    :parameters (?h - packer ?t - tote ?s - station)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?s))
      (over all (at ?h ?s))
      (over all (lies ?t ?s)))
    :effect (and
      (at start (not (free ?s)))
      (at start (packs ?h ?t))
      (at end (not (packs ?h ?t)))
      (at end (packed ?t))
      (at end (free ?s))))

  (:durative-action charge
    :parameters (?r - robot ?c - charger)
    :duration (= ?duration 15)
    :condition (over all (at ?r ?c))
    :effect (and
      (at start (charging ?r))
      (at end (not (charging ?r)))
      (at end (assign (battery ?r) (capacity ?r)))))

  (:durative-action open_door
    :parameters (?h - packer ?d - door ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (over all (at ?h ?p))
      (over all (link ?p ?d)))
    :effect (at end (open ?d)))

  (:durative-action close_door
    :parameters (?h - packer ?d - door ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (open ?d))
      (over all (at ?h ?p))
      (over all (link ?p ?d)))
    :effect (at start (not (open ?d)))))
