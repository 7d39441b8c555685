; A player gathers, crafts and carries: written for plancritic.
(define (domain minecraft)
  (:requirements :strips :typing)
  (:types item place)
  (:predicates
    (player-at ?p - place)
    (item-at ?i - item ?p - place)
    (in-inventory ?i - item)
    (in-hand ?i - item)
    (hand-free)
    (is-log ?i - item)
    (is-planks ?i - item)
    (is-grass ?i - item)
    (not-made-yet ?i - item))
  (:action move
    :parameters (?from ?to - place)
    :precondition (player-at ?from)
    :effect (and (player-at ?to) (not (player-at ?from))))
  (:action pick
    :parameters (?i - item ?p - place)
    :precondition (and (player-at ?p) (item-at ?i ?p))
    :effect (and (in-inventory ?i) (not (item-at ?i ?p))))
  (:action equip
    :parameters (?i - item)
    :precondition (and (in-inventory ?i) (hand-free))
    :effect (and (in-hand ?i) (not (in-inventory ?i)) (not (hand-free))))
  (:action stow
    :parameters (?i - item)
    :precondition (in-hand ?i)
    :effect (and (in-inventory ?i) (hand-free) (not (in-hand ?i))))
  (:action craft-planks
    :parameters (?log ?planks - item)
    :precondition (and (in-hand ?log) (is-log ?log) (not-made-yet ?planks))
    :effect (and (in-inventory ?planks) (is-planks ?planks) (hand-free)
      (not (in-hand ?log)) (not (is-log ?log)) (not (not-made-yet ?planks))))
  (:action drop
    :parameters (?i - item ?p - place)
    :precondition (and (in-hand ?i) (player-at ?p))
    :effect (and (item-at ?i ?p) (hand-free) (not (in-hand ?i)))))
