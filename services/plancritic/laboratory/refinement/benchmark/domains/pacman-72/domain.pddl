(define (domain pacman-72)
  (:requirements :strips :typing)
  (:types node - object)
  (:predicates
    (at ?n - node)
    (not-at ?n - node)
    (connected ?n ?next - node)
    (food ?n - node)
    (no-food ?n - node))

  (:action move
    :parameters (?from ?to - node)
    :precondition (and (at ?from) (connected ?from ?to) (not-at ?to))
    :effect (and (at ?to) (not-at ?from) (not (at ?from)) (not (not-at ?to))))

  (:action eat
    :parameters (?n - node)
    :precondition (and (at ?n) (food ?n))
    :effect (and (no-food ?n) (not (food ?n)))))
