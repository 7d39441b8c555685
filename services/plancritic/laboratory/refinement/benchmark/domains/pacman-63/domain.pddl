(define (domain pacman-63)
  (:requirements :strips :typing)
  (:types node - object)
  (:predicates
    (at ?n - node)
    (connected ?n ?next - node)
    (safe ?n - node)
    (food ?n - node)
    (no-food ?n - node)
    (eaten ?n - node))

  (:action move
    :parameters (?from ?to - node)
    :precondition (and (at ?from) (connected ?from ?to) (safe ?to) (no-food ?to))
    :effect (and (at ?to)))

  (:action eat
    :parameters (?from ?to - node)
    :precondition (and (at ?from) (connected ?from ?to) (safe ?to) (food ?to))
    :effect (and (at ?to) (eaten ?to))))
