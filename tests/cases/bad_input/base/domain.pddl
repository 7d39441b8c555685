; A domain of a few lines for the corpus of bad input: robots that go between places and look at them.
(define (domain rounds)
  (:requirements :typing :fluents :durative-actions)
  (:types place robot - object)
  (:predicates
    (at ?r - robot ?p - place)
    (link ?a ?b - place)
    (seen ?p - place))
  (:functions
    (way ?a ?b - place)
    (fuel ?r - robot)
    (total))
  (:durative-action go
    :parameters (?r - robot ?a ?b - place)
    :duration (= ?duration (way ?a ?b))
    :condition (and (at start (at ?r ?a)) (over all (link ?a ?b)) (at start (>= (fuel ?r) 1)))
    :effect (and (at start (not (at ?r ?a))) (at end (at ?r ?b)) (at start (decrease (fuel ?r) 1))))
  (:durative-action look
    :parameters (?r - robot ?p - place)
    :duration (= ?duration 1)
    :condition (over all (at ?r ?p))
    :effect (at end (seen ?p))))
