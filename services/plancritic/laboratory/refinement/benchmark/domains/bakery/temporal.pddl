(define (domain bakery)
  (:requirements :strips :typing :durative-actions)
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

  (:durative-action knead
    :parameters (?l - loaf ?t - table)
    :duration (= ?duration 10)
    :condition (and (at start (weighed ?l)) (at start (clean ?t)))
    :effect (and (at start (not (weighed ?l))) (at start (not (clean ?t))) (at end (dough-on ?l ?t))))

  (:durative-action prove
    :parameters (?l - loaf ?t - table)
    :duration (= ?duration 60)
    :condition (and (over all (dough-on ?l ?t)))
    :effect (and (at end (risen ?l))))

  (:durative-action fire-up
    :parameters (?o - oven ?w - log)
    :duration (= ?duration 20)
    :condition (and (at start (stacked ?w)) (over all (oven-empty ?o)))
    :effect (and (at start (not (stacked ?w))) (at end (hot ?o))))

  (:durative-action put-in
    :parameters (?l - loaf ?t - table ?o - oven)
    :duration (= ?duration 1)
    :condition (and (at start (dough-on ?l ?t)) (at start (risen ?l)) (at start (oven-empty ?o)) (at start (hot ?o)))
    :effect (and (at start (not (dough-on ?l ?t))) (at start (not (oven-empty ?o))) (at end (in-oven ?l ?o))
      (at end (floury ?t))))

  (:durative-action take-out
    :parameters (?l - loaf ?o - oven)
    :duration (= ?duration 40)
    :condition (and (at start (in-oven ?l ?o)))
    :effect (and (at start (not (in-oven ?l ?o))) (at end (baked ?l)) (at end (oven-empty ?o)) (at end (not (hot ?o)))))

  (:durative-action wipe
    :parameters (?t - table)
    :duration (= ?duration 2)
    :condition (and (at start (floury ?t)))
    :effect (and (at start (not (floury ?t))) (at end (clean ?t)))))
