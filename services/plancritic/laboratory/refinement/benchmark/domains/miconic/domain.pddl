(define (domain miconic)
  (:requirements :strips :typing)
  (:types passenger floor - object)
  (:predicates
    (origin ?p - passenger ?f - floor)
    (destination ?p - passenger ?f - floor)
    (above ?lower ?higher - floor)
    (lift-at ?f - floor)
    (boarded ?p - passenger)
    (not-boarded ?p - passenger)
    (served ?p - passenger)
    (not-served ?p - passenger))

  (:action board
    :parameters (?f - floor ?p - passenger)
    :precondition (and (lift-at ?f) (origin ?p ?f) (not-boarded ?p) (not-served ?p))
    :effect (and (boarded ?p) (not (not-boarded ?p))))

  (:action depart
    :parameters (?f - floor ?p - passenger)
    :precondition (and (lift-at ?f) (destination ?p ?f) (boarded ?p))
    :effect (and (served ?p) (not-boarded ?p) (not (boarded ?p)) (not (not-served ?p))))

  (:action up
    :parameters (?from ?to - floor)
    :precondition (and (lift-at ?from) (above ?from ?to))
    :effect (and (lift-at ?to) (not (lift-at ?from))))

  (:action down
    :parameters (?from ?to - floor)
    :precondition (and (lift-at ?from) (above ?to ?from))
    :effect (and (lift-at ?to) (not (lift-at ?from)))))
