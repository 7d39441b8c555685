; A container yard by the sea: cranes on rails lift containers off stacks, lorries take them from area to area, and
; the ship at the quay is loaded.
;
; The setting is a cousin of Depots (IPC-2002), in a model of our own: cranes roll along the track while their hook is
; empty, what stands at the bottom of a stack stands on a pad, and a lorry takes one container at a time. There is no
; time: a plan is a sequence, and step n happens at n.
(define (domain crane)
  (:requirements :strips :typing)

  (:types
    machine surface area - object
    crane carrier - machine
    lorry ship - carrier
    container pad - surface)

  (:predicates
    (at ?m - machine ?a - area)
    (stands ?s - surface ?a - area)
    (on ?c - container ?s - surface)
    (clear ?s - surface)
    (holds ?k - crane ?c - container)
    (aboard ?c - container ?v - carrier)
    (empty ?m - machine)
    (road ?a ?b - area)
    (track ?a ?b - area))

  (:action drive
    :parameters (?l - lorry ?from ?to - area)
    :precondition (and (at ?l ?from) (road ?from ?to))
    :effect (and (not (at ?l ?from)) (at ?l ?to)))

  (:action roll
    :parameters (?k - crane ?from ?to - area)
    :precondition (and (at ?k ?from) (empty ?k) (track ?from ?to))
    :effect (and (not (at ?k ?from)) (at ?k ?to)))

  (:action lift
    :parameters (?k - crane ?c - container ?s - surface ?a - area)
    :precondition (and (at ?k ?a) (empty ?k) (stands ?c ?a) (on ?c ?s) (clear ?c))
    :effect (and
      (not (empty ?k)) (not (stands ?c ?a)) (not (on ?c ?s)) (not (clear ?c))
      (clear ?s) (holds ?k ?c)))

  (:action put_down
    :parameters (?k - crane ?c - container ?s - pad ?a - area)
    :precondition (and (at ?k ?a) (holds ?k ?c) (stands ?s ?a) (clear ?s))
    :effect (and
      (not (holds ?k ?c)) (not (clear ?s))
      (empty ?k) (stands ?c ?a) (on ?c ?s) (clear ?c)))

  (:action stack
    :parameters (?k - crane ?c ?s - container ?a - area)
    :precondition (and (at ?k ?a) (holds ?k ?c) (stands ?s ?a) (clear ?s))
    :effect (and
      (not (holds ?k ?c)) (not (clear ?s))
      (empty ?k) (stands ?c ?a) (on ?c ?s) (clear ?c)))

  (:action load
    :parameters (?k - crane ?c - container ?l - lorry ?a - area)
    :precondition (and (at ?k ?a) (holds ?k ?c) (at ?l ?a) (empty ?l))
    :effect (and
      (not (holds ?k ?c)) (not (empty ?l))
      (empty ?k) (aboard ?c ?l)))

  (:action unload
    :parameters (?k - crane ?c - container ?l - lorry ?a - area)
    :precondition (and (at ?k ?a) (empty ?k) (at ?l ?a) (aboard ?c ?l))
    :effect (and
      (not (aboard ?c ?l)) (not (empty ?k))
      (empty ?l) (holds ?k ?c)))

  (:action stow
    :parameters (?k - crane ?c - container ?s - ship ?a - area)
    :precondition (and (at ?k ?a) (holds ?k ?c) (at ?s ?a))
    :effect (and
      (not (holds ?k ?c))
      (empty ?k) (aboard ?c ?s))))
