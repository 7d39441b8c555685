; An afternoon in a theatre: stagehands carry set pieces and props and set them up on the stage behind the closed
; curtain, the electrician lights the stage, actors change in the dressing rooms, and scenes are rehearsed.
;
; A model of our own. A scene calls for two actors, a set piece and a prop. It is rehearsed with the curtain open and
; the stage lit, by actors in costume who make their entrances from the wings (and count as being there). Whatever is
; on the stage may be carried off (struck) at any time. A person does one job at a time. Time is counted in minutes; how
; long a way takes depends on it.
(define (domain theatre)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents :durative-actions)

  (:types
    mobile place curtain scene - object
    person item - mobile
    stagehand electrician actor - person
    set_piece prop - item
    stage room - place
    wing dressing_room booth store - room)

  (:predicates
    (at ?m - mobile ?p - place)
    (idle ?p - person)
    (carries ?h - stagehand ?i - item)
    (in_costume ?a - actor)
    (lit ?s - stage)
    (open ?c - curtain)
    (rehearsed ?s - scene)
    (door ?a ?b - place)
    (calls_for ?s - scene ?a ?b - actor ?i - set_piece ?j - prop))

  (:functions
    (walking_time ?a ?b - place)
    (length ?s - scene))

  (:durative-action walk
    :parameters (?p - person ?from - place ?to - room)
    :duration (= ?duration (walking_time ?from ?to))
    :condition (and
      (at start (at ?p ?from))
      (over all (door ?from ?to)))
    :effect (and
      (at start (not (at ?p ?from)))
      (at end (at ?p ?to))))

  (:durative-action carry
    :parameters (?h - stagehand ?i - item ?from - place ?to - room)
    :duration (= ?duration (+ (walking_time ?from ?to) 1))
    :condition (and
      (at start (at ?h ?from))
      (at start (at ?i ?from))
      (at start (idle ?h))
      (over all (door ?from ?to)))
    :effect (and
      (at start (not (at ?h ?from)))
      (at start (not (at ?i ?from)))
      (at start (not (idle ?h)))
      (at start (carries ?h ?i))
      (at end (at ?h ?to))
      (at end (at ?i ?to))
      (at end (idle ?h))
      (at end (not (carries ?h ?i)))))

  (:durative-action set_up
    :parameters (?h - stagehand ?i - item ?w - wing ?s - stage ?c - curtain)
    :duration (= ?duration 4)
    :condition (and
      (at start (at ?h ?w))
      (at start (at ?i ?w))
      (at start (idle ?h))
      (over all (door ?w ?s))
      (over all (not (open ?c))))
    :effect (and
      (at start (not (at ?h ?w)))
      (at start (not (at ?i ?w)))
      (at start (not (idle ?h)))
      (at start (carries ?h ?i))
      (at end (at ?h ?s))
      (at end (at ?i ?s))
      (at end (idle ?h))
      (at end (not (carries ?h ?i)))))

  (:durative-action change
    :parameters (?a - actor ?r - dressing_room)
    :duration (= ?duration 10)
    :condition (and
      (at start (idle ?a))
      (over all (at ?a ?r)))
    :effect (and
      (at start (not (idle ?a)))
      (at end (idle ?a))
      (at end (in_costume ?a))))

  (:durative-action switch_on
    :parameters (?e - electrician ?b - booth ?s - stage)
    :duration (= ?duration 3)
    :condition (and
      (at start (idle ?e))
      (over all (at ?e ?b)))
    :effect (and
      (at start (not (idle ?e)))
      (at end (idle ?e))
      (at end (lit ?s))))

  (:durative-action open_curtain
    :parameters (?h - stagehand ?c - curtain ?w - wing)
    :duration (= ?duration 1)
    :condition (and
      (at start (idle ?h))
      (at start (not (open ?c)))
      (over all (at ?h ?w)))
    :effect (and
      (at start (not (idle ?h)))
      (at end (idle ?h))
      (at end (open ?c))))

  (:durative-action close_curtain
    :parameters (?h - stagehand ?c - curtain ?w - wing)
    :duration (= ?duration 1)
    :condition (and
      (at start (idle ?h))
      (at start (open ?c))
      (over all (at ?h ?w)))
    :effect (and
      (at start (not (idle ?h)))
      (at start (not (open ?c)))
      (at end (idle ?h))))

  (:durative-action rehearse
    :parameters (?s - scene ?a ?b - actor ?i - set_piece ?j - prop ?v ?w - wing ?p - stage ?c - curtain)
    :duration (= ?duration (length ?s))
    :condition (and
      (at start (calls_for ?s ?a ?b ?i ?j))
      (over all (at ?a ?v))
      (over all (at ?b ?w))
      (at start (idle ?a))
      (at start (idle ?b))
      (at start (in_costume ?a))
      (at start (in_costume ?b))
      (over all (door ?v ?p))
      (over all (door ?w ?p))
      (over all (at ?i ?p))
      (over all (at ?j ?p))
      (over all (lit ?p))
      (over all (open ?c)))
    :effect (and
      (at start (not (idle ?a)))
      (at start (not (idle ?b)))
      (at end (idle ?a))
      (at end (idle ?b))
      (at end (rehearsed ?s)))))
