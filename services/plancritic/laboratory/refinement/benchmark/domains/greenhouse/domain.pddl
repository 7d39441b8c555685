(define (domain greenhouse)
  (:requirements :strips :typing)
  (:types plant bench basket - object)
  (:predicates
    (gardener-at ?b - bench)
    (path ?b ?next - bench)
    (tap-at ?b - bench)
    (sunny ?b - bench)
    (stands-on ?p - plant ?b - bench)
    (carried ?p - plant)
    (hands-free)
    (can-full)
    (moist ?p - plant)
    (ripe ?p - plant)
    (full ?k - basket))

  (:action walk
    :parameters (?from ?to - bench)
    :precondition (and (gardener-at ?from) (path ?from ?to))
    :effect (and (gardener-at ?to) (not (gardener-at ?from))))

  (:action fill-can
    :parameters (?b - bench)
    :precondition (and (gardener-at ?b) (tap-at ?b))
    :effect (and (can-full)))

  (:action water
    :parameters (?p - plant ?b - bench)
    :precondition (and (gardener-at ?b) (stands-on ?p ?b) (hands-free) (can-full))
    :effect (and (moist ?p) (not (can-full))))

  (:action feed
    :parameters (?p - plant ?b - bench)
    :precondition (and (gardener-at ?b) (stands-on ?p ?b) (sunny ?b) (moist ?p))
    :effect (and (ripe ?p) (not (moist ?p))))

  (:action take-up
    :parameters (?p - plant ?b - bench)
    :precondition (and (gardener-at ?b) (stands-on ?p ?b) (hands-free))
    :effect (and (carried ?p) (not (stands-on ?p ?b)) (not (hands-free))))

  (:action set-down
    :parameters (?p - plant ?b - bench)
    :precondition (and (gardener-at ?b) (carried ?p))
    :effect (and (stands-on ?p ?b) (hands-free) (not (carried ?p))))

  (:action pick
    :parameters (?p - plant ?b - bench ?k - basket)
    :precondition (and (gardener-at ?b) (stands-on ?p ?b) (hands-free) (ripe ?p))
    :effect (and (full ?k) (not (ripe ?p)))))
