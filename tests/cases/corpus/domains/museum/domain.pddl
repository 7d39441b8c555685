; A museum by night and by day: paintings go from their halls to the workshop and back, and the halls open for visitors.
;
; Nobody enters a hall whose alarm is set; a guard sets it and unsets it at a panel, and sets it only while the hall is closed
; and nobody is in it. A painting hangs on a wall or stands about; a conservator takes it down and hangs it while the hall is
; closed to visitors. A conservator and a guard carry a painting together, or a conservator wheels it alone,
; on a trolley, which moves only with a painting on it.
; Restoring and hanging ask for the right humidity in the room; the visitors of an open hall spoil it. A guard does the
; round of a hall before it opens. A person does one thing at a time. Time is counted in minutes.
(define (domain museum)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents :durative-actions)

  (:types
    thing place - object
    person painting trolley - thing
    guard conservator - person
    room - place
    hall workshop - room)

  (:predicates
    (at ?t - thing ?p - place)
    (handles ?who - person ?x - painting)
    (free ?who - person)
    (armed ?p - place)
    (open ?h - hall)
    (hung ?x - painting)
    (restored ?x - painting)
    (air_right ?r - room)
    (checked ?h - hall)
    (panel ?p - place ?h - hall)
    (way ?a ?b - place))

  (:functions
    (walking_time ?a ?b - place)
    (restoring_time ?x - painting)
    (people ?p - place))

  (:durative-action walk
    :parameters (?who - person ?from ?to - place)
    :duration (= ?duration (walking_time ?from ?to))
    :condition (and
      (at start (at ?who ?from))
      (at start (free ?who))
      (over all (not (armed ?to)))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (at ?who ?from)))
      (at start (not (free ?who)))
      (at start (decrease (people ?from) 1))
      (at end (increase (people ?to) 1))
      (at end (free ?who))
      (at end (at ?who ?to))))

  (:durative-action carry
    :parameters (?c - conservator ?g - guard ?x - painting ?from ?to - place)
    :duration (= ?duration (+ 1 (walking_time ?from ?to)))
    :condition (and
      (at start (at ?c ?from))
      (at start (at ?g ?from))
      (at start (at ?x ?from))
      (at start (free ?c))
      (at start (free ?g))
      (at start (not (hung ?x)))
      (over all (not (armed ?to)))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (at ?c ?from)))
      (at start (not (at ?g ?from)))
      (at start (not (at ?x ?from)))
      (at start (not (free ?c)))
      (at start (not (free ?g)))
      (at start (handles ?c ?x))
      (at start (handles ?g ?x))
      (at start (decrease (people ?from) 2))
      (at end (increase (people ?to) 2))
      (at end (not (handles ?c ?x)))
      (at end (not (handles ?g ?x)))
      (at end (free ?c))
      (at end (free ?g))
      (at end (at ?c ?to))
      (at end (at ?g ?to))
      (at end (at ?x ?to))))

  (:durative-action wheel
    :parameters (?c - conservator ?t - trolley ?x - painting ?from ?to - place)
    :duration (= ?duration (+ 4 (walking_time ?from ?to)))
    :condition (and
      (at start (at ?c ?from))
      (at start (at ?t ?from))
      (at start (at ?x ?from))
      (at start (free ?c))
      (at start (not (hung ?x)))
      (over all (not (armed ?to)))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (at ?c ?from)))
      (at start (not (at ?t ?from)))
      (at start (not (at ?x ?from)))
      (at start (not (free ?c)))
      (at start (handles ?c ?x))
      (at start (decrease (people ?from) 1))
      (at end (increase (people ?to) 1))
      (at end (not (handles ?c ?x)))
      (at end (free ?c))
      (at end (at ?c ?to))
      (at end (at ?t ?to))
      (at end (at ?x ?to))))

  (:durative-action unset_alarm
    :parameters (?g - guard ?h - hall ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?g))
      (at start (armed ?h))
      (over all (panel ?p ?h))
      (over all (at ?g ?p)))
    :effect (and
      (at start (not (free ?g)))
      (at end (free ?g))
      (at end (not (armed ?h)))))

  (:durative-action set_alarm
    :parameters (?g - guard ?h - hall ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?g))
      (at start (not (open ?h)))
      (at start (<= (people ?h) 0))
      (over all (panel ?p ?h))
      (over all (at ?g ?p)))
    :effect (and
      (at start (not (free ?g)))
      (at start (armed ?h))
      (at end (free ?g))))

  (:durative-action take_down
    :parameters (?c - conservator ?x - painting ?h - hall)
    :duration (= ?duration 4)
    :condition (and
      (at start (free ?c))
      (at start (hung ?x))
      (over all (not (open ?h)))
      (over all (at ?x ?h))
      (over all (at ?c ?h)))
    :effect (and
      (at start (not (free ?c)))
      (at start (handles ?c ?x))
      (at end (not (handles ?c ?x)))
      (at end (free ?c))
      (at end (not (hung ?x)))))

  (:durative-action hang
    :parameters (?c - conservator ?x - painting ?h - hall)
    :duration (= ?duration 6)
    :condition (and
      (at start (free ?c))
      (at start (not (hung ?x)))
      (over all (not (open ?h)))
      (over all (air_right ?h))
      (over all (at ?x ?h))
      (over all (at ?c ?h)))
    :effect (and
      (at start (not (free ?c)))
      (at start (handles ?c ?x))
      (at end (not (handles ?c ?x)))
      (at end (free ?c))
      (at end (hung ?x))))

  (:durative-action restore
    :parameters (?c - conservator ?x - painting ?w - workshop)
    :duration (= ?duration (restoring_time ?x))
    :condition (and
      (at start (free ?c))
      (over all (air_right ?w))
      (over all (at ?x ?w))
      (over all (at ?c ?w)))
    :effect (and
      (at start (not (free ?c)))
      (at start (handles ?c ?x))
      (at end (not (handles ?c ?x)))
      (at end (free ?c))
      (at end (restored ?x))))

  (:durative-action adjust_air
    :parameters (?who - person ?r - room)
    :duration (= ?duration 8)
    :condition (and
      (at start (free ?who))
      (over all (at ?who ?r)))
    :effect (and
      (at start (not (free ?who)))
      (at end (free ?who))
      (at end (air_right ?r))))

  (:durative-action check_hall
    :parameters (?g - guard ?h - hall)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?g))
      (over all (not (open ?h)))
      (over all (at ?g ?h)))
    :effect (and
      (at start (not (free ?g)))
      (at end (free ?g))
      (at end (checked ?h))))

  (:durative-action open_hall
    :parameters (?g - guard ?h - hall)
    :duration (= ?duration 2)
    :condition (and
      (at start (free ?g))
      (at start (checked ?h))
      (at start (not (open ?h)))
      (over all (not (armed ?h)))
      (over all (at ?g ?h)))
    :effect (and
      (at start (not (free ?g)))
      (at end (free ?g))
      (at end (open ?h))
      (at end (not (air_right ?h)))))

  (:durative-action close_hall
    :parameters (?g - guard ?h - hall)
    :duration (= ?duration 3)
    :condition (and
      (at start (free ?g))
      (at start (open ?h))
      (over all (at ?g ?h)))
    :effect (and
      (at start (not (free ?g)))
      (at end (free ?g))
      (at end (not (open ?h)))
      (at end (not (checked ?h))))))
