(define (domain bakery)
  (:requirements :strips :typing)
  (:types loaf table oven log - object)
  (:predicates
    (weighed ?l - loaf)
    (dough-on ?l - loaf ?t - table)
    (risen ?l - loaf)
    (clean ?t - table)
    (floury ?t - table)
    (stacked ?w - log)
    (hot ?o - oven)
    (oven-empty ?o - oven)
    (in-oven ?l - loaf ?o - oven)
    (baked ?l - loaf))

  (:action knead
    :parameters (?l - loaf ?t - table)
    :precondition (and (weighed ?l) (clean ?t))
    :effect (and (dough-on ?l ?t) (not (weighed ?l)) (not (clean ?t))))

  (:action prove
    :parameters (?l - loaf ?t - table)
    :precondition (and (dough-on ?l ?t))
    :effect (and (risen ?l)))

  (:action fire-up
    :parameters (?o - oven ?w - log)
    :precondition (and (stacked ?w) (oven-empty ?o))
    :effect (and (hot ?o) (not (stacked ?w))))

  (:action put-in
    :parameters (?l - loaf ?t - table ?o - oven)
    :precondition (and (dough-on ?l ?t) (risen ?l) (oven-empty ?o) (hot ?o))
    :effect (and (in-oven ?l ?o) (floury ?t) (not (dough-on ?l ?t)) (not (oven-empty ?o))))

  (:action take-out
    :parameters (?l - loaf ?o - oven)
    :precondition (and (in-oven ?l ?o))
    :effect (and (baked ?l) (oven-empty ?o) (not (in-oven ?l ?o)) (not (hot ?o))))

  (:action wipe
    :parameters (?t - table)
    :precondition (and (floury ?t))
    :effect (and (clean ?t) (not (floury ?t)))))
