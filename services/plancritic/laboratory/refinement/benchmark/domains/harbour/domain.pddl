(define (domain harbour)
  (:requirements :strips :typing)
  (:types ship chamber berth crate - object)
  (:predicates
    (at-sea ?s - ship)
    (in-chamber ?s - ship ?k - chamber)
    (in-basin ?s - ship)
    (moored ?s - ship ?b - berth)
    (chamber-free ?k - chamber)
    (low ?k - chamber)
    (high ?k - chamber)
    (berth-free ?b - berth)
    (aboard ?c - crate ?s - ship)
    (ashore ?c - crate)
    (hold-empty ?s - ship))

  (:action enter
    :parameters (?s - ship ?k - chamber)
    :precondition (and (at-sea ?s) (chamber-free ?k) (low ?k))
    :effect (and (in-chamber ?s ?k) (not (at-sea ?s)) (not (chamber-free ?k))))

  (:action leave
    :parameters (?s - ship ?k - chamber)
    :precondition (and (in-chamber ?s ?k) (high ?k))
    :effect (and (in-basin ?s) (chamber-free ?k) (not (in-chamber ?s ?k))))

  (:action fill
    :parameters (?k - chamber)
    :precondition (and (low ?k))
    :effect (and (high ?k) (not (low ?k))))

  (:action drain
    :parameters (?k - chamber)
    :precondition (and (high ?k))
    :effect (and (low ?k) (not (high ?k))))

  (:action moor
    :parameters (?s - ship ?b - berth)
    :precondition (and (in-basin ?s) (berth-free ?b))
    :effect (and (moored ?s ?b) (not (in-basin ?s)) (not (berth-free ?b))))

  (:action cast-off
    :parameters (?s - ship ?b - berth)
    :precondition (and (moored ?s ?b))
    :effect (and (in-basin ?s) (berth-free ?b) (not (moored ?s ?b))))

  (:action unload
    :parameters (?c - crate ?s - ship ?b - berth)
    :precondition (and (aboard ?c ?s) (moored ?s ?b))
    :effect (and (ashore ?c) (hold-empty ?s) (not (aboard ?c ?s))))

  (:action load
    :parameters (?c - crate ?s - ship ?b - berth)
    :precondition (and (ashore ?c) (moored ?s ?b) (hold-empty ?s))
    :effect (and (aboard ?c ?s) (not (ashore ?c)) (not (hold-empty ?s)))))
