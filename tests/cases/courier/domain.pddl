; Couriers carry parcels between places; small enough to follow a plan by hand.
(define (domain courier)
  (:requirements :typing :durative-actions)
  (:types courier parcel place)
  (:predicates (at ?c - courier ?p - place) (road ?from - place ?to - place)
               (lies ?x - parcel ?p - place) (carries ?c - courier ?x - parcel))
  (:durative-action walk
    :parameters (?c - courier ?from - place ?to - place)
    :duration (= ?duration 2)
    :condition (and (at start (at ?c ?from)) (over all (road ?from ?to)))
    :effect (and (at start (not (at ?c ?from))) (at end (at ?c ?to))))
  (:durative-action take
    :parameters (?c - courier ?x - parcel ?p - place)
    :duration (= ?duration 1)
    :condition (and (at start (lies ?x ?p)) (over all (at ?c ?p)))
    :effect (and (at start (not (lies ?x ?p))) (at end (carries ?c ?x))))
  (:durative-action put
    :parameters (?c - courier ?x - parcel ?p - place)
    :duration (= ?duration 1)
    :condition (and (at start (carries ?c ?x)) (over all (at ?c ?p)))
    :effect (and (at start (not (carries ?c ?x))) (at end (lies ?x ?p)))))
