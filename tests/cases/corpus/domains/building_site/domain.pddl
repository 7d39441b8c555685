; A small building site: floors are poured and dry, rooms are walled, covered, wired, plumbed, inspected and plastered.
;
; A floor is poured with a clean mixer by the bricklayer who has it, once its formwork is up; the formwork of an upper floor
; stands on a room that has its walls. A poured floor dries by itself or, faster, under a heater. Walls and roofs call for a
; scaffold in the room, which a worker sets up on a hard floor and takes down. The electrician and the plumber come when a room has its
; walls and is covered, an inspector approves their work, and only then is the room plastered. Everybody does one thing at a
; time, and a heater dries one floor at a time. Time is counted in days.
(define (domain building_site)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents :durative-actions)

  (:types
    person equipment floor room - object
    worker inspector - person
    bricklayer electrician plumber roofer - worker
    mixer heater scaffold - equipment)

  (:predicates
    (idle ?p - person)
    (working_in ?p - person ?r - room)
    (has ?b - bricklayer ?m - mixer)
    (clean ?m - mixer)
    (running ?h - heater)
    (stands_in ?s - scaffold ?r - room)
    (stored ?s - scaffold)
    (formed ?f - floor)
    (poured ?f - floor)
    (hard ?f - floor)
    (walled ?r - room)
    (covered ?r - room)
    (wired ?r - room)
    (plumbed ?r - room)
    (approved ?r - room)
    (plastered ?r - room)
    (lies_on ?r - room ?f - floor)
    (carries ?r - room ?f - floor))

  (:functions
    (pouring_time ?f - floor)
    (drying_time ?f - floor)
    (walling_time ?r - room)
    (finishing_time ?r - room))

  (:durative-action form
    :parameters (?b - bricklayer ?r - room ?f - floor)
    :duration (= ?duration 1)
    :condition (and
      (at start (idle ?b))
      (at start (not (formed ?f)))
      (at start (walled ?r))
      (over all (carries ?r ?f)))
    :effect (and
      (at start (not (idle ?b)))
      (at start (working_in ?b ?r))
      (at end (not (working_in ?b ?r)))
      (at end (idle ?b))
      (at end (formed ?f))))

  (:durative-action pour
    :parameters (?b - bricklayer ?m - mixer ?f - floor)
    :duration (= ?duration (pouring_time ?f))
    :condition (and
      (at start (idle ?b))
      (at start (clean ?m))
      (at start (not (poured ?f)))
      (over all (formed ?f))
      (over all (has ?b ?m)))
    :effect (and
      (at start (not (idle ?b)))
      (at start (not (clean ?m)))
      (at end (idle ?b))
      (at end (poured ?f))))

  (:durative-action clean_out
    :parameters (?b - bricklayer ?m - mixer)
    :duration (= ?duration 1)
    :condition (and
      (at start (idle ?b))
      (over all (has ?b ?m)))
    :effect (and
      (at start (not (idle ?b)))
      (at end (idle ?b))
      (at end (clean ?m))))

  (:durative-action hand_over
    :parameters (?a ?b - bricklayer ?m - mixer)
    :duration (= ?duration 0.5)
    :condition (and
      (at start (idle ?a))
      (at start (idle ?b))
      (at start (has ?a ?m)))
    :effect (and
      (at start (not (idle ?a)))
      (at start (not (idle ?b)))
      (at start (not (has ?a ?m)))
      (at end (idle ?a))
      (at end (idle ?b))
      (at end (has ?b ?m))))

  (:durative-action dry
    :parameters (?f - floor)
    :duration (= ?duration (drying_time ?f))
    :condition (at start (poured ?f))
    :effect (at end (hard ?f)))

  (:durative-action heat
    :parameters (?h - heater ?f - floor)
    :duration (= ?duration (/ (drying_time ?f) 2))
    :condition (and
      (at start (poured ?f))
      (at start (not (running ?h))))
    :effect (and
      (at start (running ?h))
      (at end (not (running ?h)))
      (at end (hard ?f))))

  (:durative-action set_up
    :parameters (?w - worker ?s - scaffold ?r - room ?f - floor)
    :duration (= ?duration 1)
    :condition (and
      (at start (idle ?w))
      (at start (stored ?s))
      (at start (lies_on ?r ?f))
      (at start (hard ?f)))
    :effect (and
      (at start (not (idle ?w)))
      (at start (working_in ?w ?r))
      (at start (not (stored ?s)))
      (at end (not (working_in ?w ?r)))
      (at end (idle ?w))
      (at end (stands_in ?s ?r))))

  (:durative-action take_down
    :parameters (?w - worker ?s - scaffold ?r - room)
    :duration (= ?duration 0.5)
    :condition (and
      (at start (idle ?w))
      (at start (stands_in ?s ?r)))
    :effect (and
      (at start (not (idle ?w)))
      (at start (working_in ?w ?r))
      (at start (not (stands_in ?s ?r)))
      (at end (not (working_in ?w ?r)))
      (at end (idle ?w))
      (at end (stored ?s))))

  (:durative-action wall
    :parameters (?b - bricklayer ?s - scaffold ?r - room ?f - floor)
    :duration (= ?duration (walling_time ?r))
    :condition (and
      (at start (idle ?b))
      (at start (not (walled ?r)))
      (at start (lies_on ?r ?f))
      (at start (hard ?f))
      (over all (stands_in ?s ?r)))
    :effect (and
      (at start (not (idle ?b)))
      (at start (working_in ?b ?r))
      (at end (not (working_in ?b ?r)))
      (at end (idle ?b))
      (at end (walled ?r))))

  (:durative-action cover
    :parameters (?o - roofer ?s - scaffold ?r - room)
    :duration (= ?duration 3)
    :condition (and
      (at start (idle ?o))
      (at start (walled ?r))
      (at start (not (covered ?r)))
      (over all (stands_in ?s ?r)))
    :effect (and
      (at start (not (idle ?o)))
      (at start (working_in ?o ?r))
      (at end (not (working_in ?o ?r)))
      (at end (idle ?o))
      (at end (covered ?r))))

  (:durative-action wire
    :parameters (?e - electrician ?r - room)
    :duration (= ?duration (finishing_time ?r))
    :condition (and
      (at start (idle ?e))
      (at start (walled ?r))
      (at start (covered ?r))
      (at start (not (wired ?r))))
    :effect (and
      (at start (not (idle ?e)))
      (at start (working_in ?e ?r))
      (at end (not (working_in ?e ?r)))
      (at end (idle ?e))
      (at end (wired ?r))))

  (:durative-action plumb
    :parameters (?p - plumber ?r - room)
    :duration (= ?duration (finishing_time ?r))
    :condition (and
      (at start (idle ?p))
      (at start (walled ?r))
      (at start (covered ?r))
      (at start (not (plumbed ?r))))
    :effect (and
      (at start (not (idle ?p)))
      (at start (working_in ?p ?r))
      (at end (not (working_in ?p ?r)))
      (at end (idle ?p))
      (at end (plumbed ?r))))

  (:durative-action inspect
    :parameters (?i - inspector ?r - room)
    :duration (= ?duration 0.5)
    :condition (and
      (at start (idle ?i))
      (at start (wired ?r))
      (at start (plumbed ?r)))
    :effect (and
      (at start (not (idle ?i)))
      (at start (working_in ?i ?r))
      (at end (not (working_in ?i ?r)))
      (at end (idle ?i))
      (at end (approved ?r))))

  (:durative-action plaster
    :parameters (?b - bricklayer ?r - room)
    :duration (= ?duration (finishing_time ?r))
    :condition (and
      (at start (idle ?b))
      (at start (approved ?r))
      (at start (not (plastered ?r))))
    :effect (and
      (at start (not (idle ?b)))
      (at start (working_in ?b ?r))
      (at end (not (working_in ?b ?r)))
      (at end (idle ?b))
      (at end (plastered ?r)))))
