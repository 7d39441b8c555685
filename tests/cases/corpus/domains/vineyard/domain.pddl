; A day of harvest on a small wine estate: what is ripe is picked, brought down, crushed and left to settle in a vat.
;
; Grapes are picked in a ripe row without a rain net over it; an unripe row gets ripe after three hours of sun, also
; without a net. Grapes and nets are hauled by tractor along the tracks or carried on the back along any way. A
; winemaker crushes grapes with the crusher where it stands; a picker or a winemaker may tread them by foot in any
; vat, which takes longer. The must settles by itself, then a winemaker can taste it. Nobody does two things at a
; time. Time is counted in minutes.
(define (domain vineyard)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    thing place - object
    person tractor crusher vat load - thing
    picker winemaker - person
    net grapes - load
    row - place)

  (:predicates
    (at ?t - thing ?p - place)
    (free ?t - thing)
    (handles ?w - person ?t - thing)
    (covers ?n - net ?r - row)
    (bare ?r - row)
    (ripe ?g - grapes)
    (picked ?g - grapes)
    (empty ?v - vat)
    (in ?g - grapes ?v - vat)
    (settled ?g - grapes)
    (tasted ?g - grapes)
    (grows ?g - grapes ?r - row)
    (way ?a ?b - place)
    (track ?a ?b - place))

  (:functions
    (hanging ?g - grapes))

  (:durative-action walk
    :parameters (?w - person ?from ?to - place)
    :duration (= ?duration 10)
    :condition (and
      (at start (at ?w ?from))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (at ?w ?from)))
      (at end (at ?w ?to))))

  (:durative-action drive
    :parameters (?w - person ?t - tractor ?from ?to - place)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?w))
      (at start (at ?w ?from))
      (at start (at ?t ?from))
      (over all (track ?from ?to)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (at ?w ?from)))
      (at start (not (at ?t ?from)))
      (at start (handles ?w ?t))
      (at end (not (handles ?w ?t)))
      (at end (free ?w))
      (at end (at ?w ?to))
      (at end (at ?t ?to))))

  (:durative-action haul
    :parameters (?w - person ?t - tractor ?l - load ?from ?to - place)
    :duration (= ?duration 15)
    :condition (and
      (at start (free ?w))
      (at start (at ?w ?from))
      (at start (at ?t ?from))
      (at start (at ?l ?from))
      (over all (track ?from ?to)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (at ?w ?from)))
      (at start (not (at ?t ?from)))
      (at start (not (at ?l ?from)))
      (at start (handles ?w ?t))
      (at start (handles ?w ?l))
      (at end (not (handles ?w ?t)))
      (at end (not (handles ?w ?l)))
      (at end (free ?w))
      (at end (at ?w ?to))
      (at end (at ?t ?to))
      (at end (at ?l ?to))))

  (:durative-action carry
    :parameters (?w - person ?l - load ?from ?to - place)
    :duration (= ?duration 30)
    :condition (and
      (at start (free ?w))
      (at start (at ?w ?from))
      (at start (at ?l ?from))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (at ?w ?from)))
      (at start (not (at ?l ?from)))
      (at start (handles ?w ?l))
      (at end (not (handles ?w ?l)))
      (at end (free ?w))
      (at end (at ?w ?to))
      (at end (at ?l ?to))))

  (:durative-action cover
    :parameters (?w - person ?n - net ?r - row)
    :duration (= ?duration 20)
    :condition (and
      (at start (free ?w))
      (at start (at ?n ?r))
      (at start (bare ?r))
      (over all (at ?w ?r)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (at ?n ?r)))
      (at start (not (bare ?r)))
      (at start (handles ?w ?n))
      (at end (not (handles ?w ?n)))
      (at end (free ?w))
      (at end (covers ?n ?r))))

  (:durative-action uncover
    :parameters (?w - person ?n - net ?r - row)
    :duration (= ?duration 15)
    :condition (and
      (at start (free ?w))
      (at start (covers ?n ?r))
      (over all (at ?w ?r)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (covers ?n ?r)))
      (at start (handles ?w ?n))
      (at end (not (handles ?w ?n)))
      (at end (free ?w))
      (at end (at ?n ?r))
      (at end (bare ?r))))

  (:durative-action ripen
    :parameters (?g - grapes ?r - row)
    :duration (= ?duration 180)
    :condition (and
      (at start (>= (hanging ?g) 1))
      (over all (grows ?g ?r))
      (over all (bare ?r)))
    :effect (and
      (at end (ripe ?g))))

  (:durative-action pick
    :parameters (?w - picker ?g - grapes ?r - row)
    :duration (= ?duration 60)
    :condition (and
      (at start (free ?w))
      (at start (>= (hanging ?g) 1))
      (at start (ripe ?g))
      (over all (grows ?g ?r))
      (over all (bare ?r))
      (over all (at ?w ?r)))
    :effect (and
      (at start (not (free ?w)))
      (at start (decrease (hanging ?g) 1))
      (at start (handles ?w ?g))
      (at end (not (handles ?w ?g)))
      (at end (free ?w))
      (at end (picked ?g))
      (at end (at ?g ?r))))

  (:durative-action crush
    :parameters (?w - winemaker ?c - crusher ?g - grapes ?v - vat ?p - place)
    :duration (= ?duration 20)
    :condition (and
      (at start (free ?w))
      (at start (free ?c))
      (at start (at ?g ?p))
      (at start (empty ?v))
      (over all (at ?c ?p))
      (over all (at ?v ?p))
      (over all (at ?w ?p)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (free ?c)))
      (at start (not (at ?g ?p)))
      (at start (not (empty ?v)))
      (at start (handles ?w ?c))
      (at start (handles ?w ?g))
      (at end (not (handles ?w ?c)))
      (at end (not (handles ?w ?g)))
      (at end (free ?w))
      (at end (free ?c))
      (at end (in ?g ?v))))

  (:durative-action tread
    :parameters (?w - person ?g - grapes ?v - vat ?p - place)
    :duration (= ?duration 60)
    :condition (and
      (at start (free ?w))
      (at start (at ?g ?p))
      (at start (empty ?v))
      (over all (at ?v ?p))
      (over all (at ?w ?p)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (at ?g ?p)))
      (at start (not (empty ?v)))
      (at start (handles ?w ?g))
      (at end (not (handles ?w ?g)))
      (at end (free ?w))
      (at end (in ?g ?v))))

  (:durative-action settle
    :parameters (?g - grapes ?v - vat)
    :duration (= ?duration 120)
    :condition (and
      (over all (in ?g ?v)))
    :effect (and
      (at end (settled ?g))))

  (:durative-action taste
    :parameters (?w - winemaker ?g - grapes ?v - vat ?p - place)
    :duration (= ?duration 10)
    :condition (and
      (at start (free ?w))
      (at start (settled ?g))
      (over all (in ?g ?v))
      (over all (at ?v ?p))
      (over all (at ?w ?p)))
    :effect (and
      (at start (not (free ?w)))
      (at start (handles ?w ?g))
      (at end (not (handles ?w ?g)))
      (at end (free ?w))
      (at end (tasted ?g)))))
