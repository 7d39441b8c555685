; Plant Watering: an agent on a grid carries water from a tap to plants, position and water being numbers.
(define (domain plant-watering)
  (:requirements :typing :numeric-fluents)
  (:types thing - object
          agent plant tap - thing)
  (:functions
    (max-x) (min-x) (max-y) (min-y)
    (x ?t - thing) (y ?t - thing)
    (carrying ?a - agent) (capacity ?a - agent)
    (poured ?p - plant)
    (total-poured) (total-loaded))

  (:action move-up
    :parameters (?a - agent)
    :precondition (and (<= (+ (y ?a) 1) (max-y)))
    :effect (and (increase (y ?a) 1)))
  (:action move-down
    :parameters (?a - agent)
    :precondition (and (>= (- (y ?a) 1) (min-y)))
    :effect (and (decrease (y ?a) 1)))
  (:action move-right
    :parameters (?a - agent)
    :precondition (and (<= (+ (x ?a) 1) (max-x)))
    :effect (and (increase (x ?a) 1)))
  (:action move-left
    :parameters (?a - agent)
    :precondition (and (>= (- (x ?a) 1) (min-x)))
    :effect (and (decrease (x ?a) 1)))

  (:action load
    :parameters (?a - agent ?t - tap)
    :precondition (and
      (= (x ?a) (x ?t)) (= (y ?a) (y ?t))
      (<= (+ (carrying ?a) 1) (capacity ?a)))
    :effect (and (increase (carrying ?a) 1) (increase (total-loaded) 1)))
  (:action pour
    :parameters (?a - agent ?p - plant)
    :precondition (and
      (= (x ?a) (x ?p)) (= (y ?a) (y ?p))
      (>= (carrying ?a) 1))
    :effect (and
      (decrease (carrying ?a) 1)
      (increase (poured ?p) 1)
      (increase (total-poured) 1))))
