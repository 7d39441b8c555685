(define (domain blocks)
  (:requirements :strips :typing)
  (:types block - object)
  (:predicates
    (on ?upper ?lower - block)
    (on-table ?x - block)
    (clear ?x - block)
    (held ?x - block)
    (hand-empty))

  (:action pick-up
    :parameters (?x - block)
    :precondition (and (clear ?x) (on-table ?x) (hand-empty))
    :effect (and (held ?x) (not (on-table ?x)) (not (clear ?x)) (not (hand-empty))))

  (:action put-down
    :parameters (?x - block)
    :precondition (and (held ?x))
    :effect (and (on-table ?x) (clear ?x) (hand-empty) (not (held ?x))))

  (:action stack
    :parameters (?x ?below - block)
    :precondition (and (held ?x) (clear ?below))
    :effect (and (on ?x ?below) (clear ?x) (hand-empty) (not (held ?x)) (not (clear ?below))))

  (:action unstack
    :parameters (?x ?below - block)
    :precondition (and (on ?x ?below) (clear ?x) (hand-empty))
    :effect (and (held ?x) (clear ?below) (not (on ?x ?below)) (not (clear ?x)) (not (hand-empty)))))
