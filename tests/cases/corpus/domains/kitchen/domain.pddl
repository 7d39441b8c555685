; A restaurant kitchen early in the evening: cooks chop, cook and plate the dishes, waiters serve them.
;
; A dish is chopped at a worktop, cooked on a stove or baked in an oven, plated at the serving hatch and brought to
; its table. A stove or an oven is dirty after a dish and has to be scrubbed before the next one. On a stove a cook
; stays with the dish; an oven bakes alone. Who carries a dish has both hands full. Only waiters serve. Time is
; counted in minutes; how long a way takes depends on it, how long chopping and cooking take depends on the dish.
(define (domain kitchen)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    thing place - object
    person dish appliance - thing
    cook waiter - person
    stove_dish oven_dish - dish
    stove oven - appliance
    workplace table - place
    worktop hatch - workplace)

  (:predicates
    (at ?t - thing ?p - place)
    (handles ?who - person ?d - dish)
    (free ?who - person)
    (chopped ?d - dish)
    (occupies ?d - dish ?a - appliance)
    (clean ?a - appliance)
    (cooked ?d - dish)
    (plated ?d - dish)
    (way ?a ?b - place))

  (:functions
    (walking_time ?a ?b - place)
    (chopping_time ?d - dish)
    (cooking_time ?d - dish)
    (room ?a - appliance))

  (:durative-action walk
    :parameters (?who - person ?from ?to - place)
    :duration (= ?duration (walking_time ?from ?to))
    :condition (and
      (at start (at ?who ?from))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (at ?who ?from)))
      (at end (at ?who ?to))))

  (:durative-action carry
    :parameters (?who - person ?d - dish ?from ?to - workplace)
    :duration (= ?duration (+ 1 (walking_time ?from ?to)))
    :condition (and
      (at start (free ?who))
      (at start (at ?who ?from))
      (at start (at ?d ?from))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (free ?who)))
      (at start (not (at ?who ?from)))
      (at start (not (at ?d ?from)))
      (at start (handles ?who ?d))
      (at end (not (handles ?who ?d)))
      (at end (free ?who))
      (at end (at ?who ?to))
      (at end (at ?d ?to))))

  (:durative-action chop
    :parameters (?c - cook ?d - dish ?w - worktop)
    :duration (= ?duration (chopping_time ?d))
    :condition (and
      (at start (free ?c))
      (over all (at ?c ?w))
      (over all (at ?d ?w)))
    :effect (and
      (at start (not (free ?c)))
      (at start (handles ?c ?d))
      (at end (not (handles ?c ?d)))
      (at end (free ?c))
      (at end (chopped ?d))))

  (:durative-action cook_dish
    :parameters (?c - cook ?d - stove_dish ?s - stove ?p - place)
    :duration (= ?duration (cooking_time ?d))
    :condition (and
      (at start (free ?c))
      (at start (chopped ?d))
      (at start (clean ?s))
      (at start (>= (room ?s) 1))
      (over all (at ?s ?p))
      (over all (at ?c ?p))
      (over all (at ?d ?p)))
    :effect (and
      (at start (not (free ?c)))
      (at start (not (clean ?s)))
      (at start (decrease (room ?s) 1))
      (at start (handles ?c ?d))
      (at start (occupies ?d ?s))
      (at end (not (occupies ?d ?s)))
      (at end (not (handles ?c ?d)))
      (at end (increase (room ?s) 1))
      (at end (free ?c))
      (at end (cooked ?d))))

  (:durative-action bake
    :parameters (?d - oven_dish ?o - oven ?p - place)
    :duration (= ?duration (cooking_time ?d))
    :condition (and
      (at start (chopped ?d))
      (at start (clean ?o))
      (at start (>= (room ?o) 1))
      (over all (at ?o ?p))
      (over all (at ?d ?p)))
    :effect (and
      (at start (not (clean ?o)))
      (at start (decrease (room ?o) 1))
      (at start (occupies ?d ?o))
      (at end (not (occupies ?d ?o)))
      (at end (increase (room ?o) 1))
      (at end (cooked ?d))))

  (:durative-action plate
    :parameters (?c - cook ?d - dish ?h - hatch)
    :duration (= ?duration 3)
    :condition (and
      (at start (free ?c))
      (at start (cooked ?d))
      (over all (at ?c ?h))
      (over all (at ?d ?h)))
    :effect (and
      (at start (not (free ?c)))
      (at start (handles ?c ?d))
      (at end (not (handles ?c ?d)))
      (at end (free ?c))
      (at end (plated ?d))))

  (:durative-action serve
    :parameters (?w - waiter ?d - dish ?h - hatch ?t - table)
    :duration (= ?duration (+ 2 (walking_time ?h ?t)))
    :condition (and
      (at start (free ?w))
      (at start (plated ?d))
      (at start (at ?w ?h))
      (at start (at ?d ?h))
      (over all (way ?h ?t)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (at ?w ?h)))
      (at start (not (at ?d ?h)))
      (at start (handles ?w ?d))
      (at end (not (handles ?w ?d)))
      (at end (free ?w))
      (at end (at ?w ?t))
      (at end (at ?d ?t))))

  (:durative-action scrub
    :parameters (?who - person ?a - appliance ?p - place)
    :duration (= ?duration 6)
    :condition (and
      (at start (free ?who))
      (at start (>= (room ?a) 1))
      (over all (at ?a ?p))
      (over all (at ?who ?p)))
    :effect (and
      (at start (not (free ?who)))
      (at start (decrease (room ?a) 1))
      (at end (increase (room ?a) 1))
      (at end (free ?who))
      (at end (clean ?a)))))
