; A hero crosses a dungeon whose rooms fall in behind them: written for plancritic.
(define (domain dungeon)
  (:requirements :strips :typing :negative-preconditions)
  (:types room sword)
  (:predicates
    (hero-at ?r - room)
    (connected ?from ?to - room)
    (monster-in ?r - room)
    (trap-in ?r - room)
    (sword-in ?s - sword ?r - room)
    (hand-empty)
    (holding ?s - sword)
    (collapsed ?r - room))
  (:action move
    :parameters (?from ?to - room)
    :precondition (and (hero-at ?from) (connected ?from ?to) (not (trap-in ?from)) (not (collapsed ?to))
      (not (trap-in ?to)) (not (monster-in ?to)))
    :effect (and (hero-at ?to) (not (hero-at ?from)) (collapsed ?from)))
  (:action move-to-trap
    :parameters (?from ?to - room)
    :precondition (and (hero-at ?from) (connected ?from ?to) (not (trap-in ?from)) (not (collapsed ?to))
      (trap-in ?to) (hand-empty))
    :effect (and (hero-at ?to) (not (hero-at ?from)) (collapsed ?from)))
  (:action move-to-monster
    :parameters (?from ?to - room ?s - sword)
    :precondition (and (hero-at ?from) (connected ?from ?to) (not (trap-in ?from)) (not (collapsed ?to))
      (monster-in ?to) (holding ?s))
    :effect (and (hero-at ?to) (not (hero-at ?from)) (collapsed ?from)))
  (:action pick-sword
    :parameters (?r - room ?s - sword)
    :precondition (and (hero-at ?r) (sword-in ?s ?r) (hand-empty))
    :effect (and (holding ?s) (not (sword-in ?s ?r)) (not (hand-empty))))
  (:action destroy-sword
    :parameters (?r - room ?s - sword)
    :precondition (and (hero-at ?r) (holding ?s) (not (trap-in ?r)) (not (monster-in ?r)))
    :effect (and (hand-empty) (not (holding ?s))))
  (:action disarm-trap
    :parameters (?r - room)
    :precondition (and (hero-at ?r) (trap-in ?r) (hand-empty))
    :effect (not (trap-in ?r))))
