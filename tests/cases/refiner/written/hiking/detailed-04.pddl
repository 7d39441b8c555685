(define (domain hiking) (:requirements :strips :typing :negative-preconditions :equality) (:types hiker place) (:predicates (at ?h - hiker ?p - place) (adjacent ?p ?next - place) (flat ?p - place) (hill ?p - place) (dry ?p - place)) 
(:action walk
  :parameters (?h - hiker ?from ?to - place)
  :precondition (and (at ?h ?from) (adjacent ?from ?to) (flat ?to) (dry ?from))
  :effect (and (at ?h ?to) (not (at ?h ?from))))
(:action climb
  :parameters (?h - hiker ?from ?to - place)
  :precondition (and (at ?h ?from) (adjacent ?from ?to) (hill ?to) (dry ?from))
  :effect (and (at ?h ?to) (not (at ?h ?from)))))
