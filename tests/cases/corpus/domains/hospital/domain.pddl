; A hospital ward at noon: nurses and porters bring medicine and meals to the patients, wash them, and take them to
; the X-ray room in a wheelchair.
;
; A nurse or porter has two hands: each thing taken keeps one of them busy. Washing needs both; so does wheeling a
; patient, one of them for the wheelchair, which goes where its holder goes. A patient is attended to by one person
; at a time and rests in between. Only nurses wash, only a radiographer takes X-rays. Meals and medicine are given,
; and patients are washed, in a sickroom only. Time is counted in minutes; how long a way takes depends on it.
(define (domain hospital)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    thing place - object
    person portable - thing
    staff patient - person
    carer radiographer - staff
    nurse porter - carer
    item wheelchair - portable
    medicine meal - item
    sickroom xray_room - place)

  (:predicates
    (in ?t - thing ?p - place)
    (has ?c - carer ?o - portable)
    (free ?s - staff)
    (attends ?s - staff ?p - patient)
    (rests ?p - patient)
    (received ?p - patient ?i - item)
    (washed ?p - patient)
    (xrayed ?p - patient)
    (way ?a ?b - place))

  (:functions
    (walking_time ?a ?b - place)
    (taking_time ?i - item)
    (hands ?c - carer))

  (:durative-action walk
    :parameters (?s - staff ?from ?to - place)
    :duration (= ?duration (walking_time ?from ?to))
    :condition (and
      (at start (in ?s ?from))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (in ?s ?from)))
      (at end (in ?s ?to))))

  (:durative-action take
    :parameters (?c - carer ?o - portable ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (in ?o ?p))
      (at start (>= (hands ?c) 1))
      (over all (in ?c ?p)))
    :effect (and
      (at start (not (in ?o ?p)))
      (at start (decrease (hands ?c) 1))
      (at end (has ?c ?o))))

  (:durative-action put_down
    :parameters (?c - carer ?o - portable ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (has ?c ?o))
      (over all (in ?c ?p)))
    :effect (and
      (at start (not (has ?c ?o)))
      (at end (increase (hands ?c) 1))
      (at end (in ?o ?p))))

  (:durative-action give
    :parameters (?c - carer ?i - item ?p - patient ?r - sickroom)
    :duration (= ?duration (taking_time ?i))
    :condition (and
      (at start (has ?c ?i))
      (at start (free ?c))
      (at start (rests ?p))
      (over all (in ?c ?r))
      (over all (in ?p ?r)))
    :effect (and
      (at start (not (has ?c ?i)))
      (at start (not (free ?c)))
      (at start (not (rests ?p)))
      (at start (attends ?c ?p))
      (at end (not (attends ?c ?p)))
      (at end (rests ?p))
      (at end (free ?c))
      (at end (increase (hands ?c) 1))
      (at end (received ?p ?i))))

  (:durative-action wash
    :parameters (?n - nurse ?p - patient ?r - sickroom)
    :duration (= ?duration 15)
    :condition (and
      (at start (>= (hands ?n) 2))
      (at start (free ?n))
      (at start (rests ?p))
      (over all (in ?n ?r))
      (over all (in ?p ?r)))
    :effect (and
      (at start (decrease (hands ?n) 2))
      (at start (not (free ?n)))
      (at start (not (rests ?p)))
      (at start (attends ?n ?p))
      (at end (not (attends ?n ?p)))
      (at end (rests ?p))
      (at end (free ?n))
      (at end (increase (hands ?n) 2))
      (at end (washed ?p))))

  (:durative-action wheel
    :parameters (?c - carer ?p - patient ?w - wheelchair ?from ?to - place)
    :duration (= ?duration (+ 2 (walking_time ?from ?to)))
    :condition (and
      (at start (in ?c ?from))
      (at start (in ?p ?from))
      (at start (>= (hands ?c) 1))
      (at start (free ?c))
      (at start (rests ?p))
      (over all (has ?c ?w))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (in ?c ?from)))
      (at start (not (in ?p ?from)))
      (at start (not (free ?c)))
      (at start (not (rests ?p)))
      (at start (attends ?c ?p))
      (at end (not (attends ?c ?p)))
      (at end (rests ?p))
      (at end (free ?c))
      (at end (in ?c ?to))
      (at end (in ?p ?to))))

  (:durative-action xray
    :parameters (?r - radiographer ?p - patient ?x - xray_room)
    :duration (= ?duration 8)
    :condition (and
      (at start (free ?r))
      (at start (rests ?p))
      (over all (in ?r ?x))
      (over all (in ?p ?x)))
    :effect (and
      (at start (not (free ?r)))
      (at start (not (rests ?p)))
      (at start (attends ?r ?p))
      (at end (not (attends ?r ?p)))
      (at end (rests ?p))
      (at end (free ?r))
      (at end (xrayed ?p)))))
