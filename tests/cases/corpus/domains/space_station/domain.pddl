; A small space station: astronauts move through hatches, suit up, go outside, mend, run experiments and dock capsules.
;
; Every module has a hatch, which is opened and closed from any screen on board; nobody passes a closed hatch. One goes
; outside from an airlock, in a charged suit and with the hatch of the airlock closed. Mending uses up the charge of the
; suit. An experiment is run by an astronaut who is trained for it, in its module, and needs an outside unit that works. A
; capsule that waits nearby is docked with the robot arm from the module that controls it, or it docks by itself, guided
; by an outside unit that works. A suit stays where it was taken off. Time is counted in hours.
(define (domain space_station)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents :durative-actions)

  (:types
    performer suit module site experiment capsule port - object
    astronaut arm - performer)

  (:predicates
    (inside ?a - astronaut ?m - module)
    (outside ?a - astronaut ?x - site)
    (free ?p - performer)
    (open ?m - module)
    (stowed ?s - suit ?m - module)
    (wears ?a - astronaut ?s - suit)
    (charged ?s - suit)
    (working ?x - site)
    (completed ?e - experiment)
    (waiting ?c - capsule)
    (docked ?c - capsule ?p - port)
    (vacant ?p - port)
    (passage ?a ?b - module)
    (way_out ?m - module ?x - site)
    (trained ?a - astronaut ?e - experiment)
    (needs ?e - experiment ?m - module ?x - site)
    (controls ?m - module ?r - arm)
    (guides ?x - site ?p - port))

  (:functions
    (passage_time ?a ?b - module)
    (repair_time ?x - site)
    (run_time ?e - experiment))

  (:durative-action move
    :parameters (?a - astronaut ?from ?to - module)
    :duration (= ?duration (passage_time ?from ?to))
    :condition (and
      (at start (inside ?a ?from))
      (at start (free ?a))
      (over all (passage ?from ?to))
      (over all (open ?from))
      (over all (open ?to)))
    :effect (and
      (at start (not (inside ?a ?from)))
      (at start (not (free ?a)))
      (at end (free ?a))
      (at end (inside ?a ?to))))

  (:durative-action open_hatch
    :parameters (?a - astronaut ?m ?p - module)
    :duration (= ?duration 0.5)
    :condition (and
      (at start (free ?a))
      (at start (not (open ?m)))
      (over all (inside ?a ?p)))
    :effect (and
      (at start (not (free ?a)))
      (at end (free ?a))
      (at end (open ?m))))

  (:durative-action close_hatch
    :parameters (?a - astronaut ?m ?p - module)
    :duration (= ?duration 0.5)
    :condition (and
      (at start (free ?a))
      (at start (open ?m))
      (over all (inside ?a ?p)))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (open ?m)))
      (at end (free ?a))))

  (:durative-action put_on
    :parameters (?a - astronaut ?s - suit ?m - module)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?a))
      (at start (stowed ?s ?m))
      (over all (inside ?a ?m)))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (stowed ?s ?m)))
      (at end (free ?a))
      (at end (wears ?a ?s))))

  (:durative-action take_off
    :parameters (?a - astronaut ?s - suit ?m - module)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?a))
      (at start (wears ?a ?s))
      (over all (inside ?a ?m)))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (wears ?a ?s)))
      (at end (free ?a))
      (at end (stowed ?s ?m))))

  (:durative-action charge
    :parameters (?a - astronaut ?s - suit ?m - module)
    :duration (= ?duration 2)
    :condition (and
      (at start (free ?a))
      (over all (stowed ?s ?m))
      (over all (inside ?a ?m)))
    :effect (and
      (at start (not (free ?a)))
      (at end (free ?a))
      (at end (charged ?s))))

  (:durative-action go_out
    :parameters (?a - astronaut ?s - suit ?m - module ?x - site)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?a))
      (at start (inside ?a ?m))
      (at start (charged ?s))
      (over all (wears ?a ?s))
      (over all (way_out ?m ?x))
      (over all (not (open ?m))))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (inside ?a ?m)))
      (at end (free ?a))
      (at end (outside ?a ?x))))

  (:durative-action come_in
    :parameters (?a - astronaut ?x - site ?m - module)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?a))
      (at start (outside ?a ?x))
      (over all (way_out ?m ?x))
      (over all (not (open ?m))))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (outside ?a ?x)))
      (at end (free ?a))
      (at end (inside ?a ?m))))

  (:durative-action mend
    :parameters (?a - astronaut ?s - suit ?x - site)
    :duration (= ?duration (repair_time ?x))
    :condition (and
      (at start (free ?a))
      (at start (charged ?s))
      (over all (wears ?a ?s))
      (over all (outside ?a ?x)))
    :effect (and
      (at start (not (free ?a)))
      (at end (not (charged ?s)))
      (at end (free ?a))
      (at end (working ?x))))

  (:durative-action run_experiment
    :parameters (?a - astronaut ?e - experiment ?m - module ?x - site)
    :duration (= ?duration (run_time ?e))
    :condition (and
      (at start (free ?a))
      (at start (trained ?a ?e))
      (over all (needs ?e ?m ?x))
      (over all (working ?x))
      (over all (inside ?a ?m)))
    :effect (and
      (at start (not (free ?a)))
      (at end (free ?a))
      (at end (completed ?e))))

  (:durative-action dock_with_arm
    :parameters (?a - astronaut ?r - arm ?c - capsule ?p - port ?m - module)
    :duration (= ?duration 2)
    :condition (and
      (at start (free ?a))
      (at start (free ?r))
      (at start (waiting ?c))
      (at start (vacant ?p))
      (over all (controls ?m ?r))
      (over all (inside ?a ?m)))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (free ?r)))
      (at start (not (waiting ?c)))
      (at start (not (vacant ?p)))
      (at end (free ?a))
      (at end (free ?r))
      (at end (docked ?c ?p))))

  (:durative-action dock_by_itself
    :parameters (?c - capsule ?p - port ?x - site)
    :duration (= ?duration 5)
    :condition (and
      (at start (waiting ?c))
      (at start (vacant ?p))
      (over all (guides ?x ?p))
      (over all (working ?x)))
    :effect (and
      (at start (not (waiting ?c)))
      (at start (not (vacant ?p)))
      (at end (docked ?c ?p)))))
