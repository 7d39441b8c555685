(define (domain hiking)
  (:requirements :strips :typing)
  (:types hiker place - object)
  (:predicates
    (at ?h - hiker ?p - place)
    (adjacent ?p ?next - place)
    (flat ?p - place)
    (hill ?p - place)
    (dry ?p - place))

  (:action walk
    :parameters (?h - hiker ?from ?to - place)
    :precondition (and (at ?h ?from) (adjacent ?from ?to) (dry ?from) (flat ?to))
    :effect (and (at ?h ?to) (not (at ?h ?from))))

  (:action climb
    :parameters (?h - hiker ?from ?to - place)
    :precondition (and (at ?h ?from) (adjacent ?from ?to) (dry ?from) (hill ?to))
    :effect (and (at ?h ?to) (not (at ?h ?from)))))
