; A camp after an earthquake: families are registered, get a meal, a bed in a tent and, if need be, a doctor.
;
; Trucks bring water to a kitchen, where it is purified with power from a running generator, or boiled over a fire,
; which takes longer; then a helper cooks for families there. A family moves into a pitched tent on a site with a
; latrine once it is registered. A doctor treats a family in any pitched tent. Helpers and engineers pitch, dig and
; drive; only engineers see to generators and purify, only helpers register, cook and boil. Nobody does two things at
; a time. Time is counted in minutes.
(define (domain relief_camp)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    thing place - object
    person truck generator tent - thing
    staff family - person
    worker doctor - staff
    helper engineer - worker
    kitchen - place)

  (:predicates
    (at ?t - thing ?p - place)
    (free ?p - person)
    (sees_to ?s - staff ?t - thing)
    (running ?g - generator)
    (drinkable ?k - kitchen)
    (pitched ?t - tent)
    (dug ?p - place)
    (registered ?f - family)
    (fed ?f - family)
    (treated ?f - family)
    (lives_in ?f - family ?t - tent)
    (way ?a ?b - place)
    (road ?a ?b - place))

  (:functions
    (beds ?t - tent)
    (beds_needed ?f - family)
    (water ?t - truck))

  (:durative-action walk
    :parameters (?p - person ?from ?to - place)
    :duration (= ?duration 5)
    :condition (and
      (at start (at ?p ?from))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (at ?p ?from)))
      (at end (at ?p ?to))))

  (:durative-action drive
    :parameters (?w - worker ?t - truck ?from ?to - place)
    :duration (= ?duration 10)
    :condition (and
      (at start (free ?w))
      (at start (at ?w ?from))
      (at start (at ?t ?from))
      (over all (road ?from ?to)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (at ?w ?from)))
      (at start (not (at ?t ?from)))
      (at start (sees_to ?w ?t))
      (at end (not (sees_to ?w ?t)))
      (at end (free ?w))
      (at end (at ?w ?to))
      (at end (at ?t ?to))))

  (:durative-action start_generator
    :parameters (?e - engineer ?g - generator ?p - place)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?e))
      (over all (at ?g ?p))
      (over all (at ?e ?p)))
    :effect (and
      (at start (not (free ?e)))
      (at start (sees_to ?e ?g))
      (at end (not (sees_to ?e ?g)))
      (at end (free ?e))
      (at end (running ?g))))

  (:durative-action stop_generator
    :parameters (?e - engineer ?g - generator ?p - place)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?e))
      (at start (running ?g))
      (over all (at ?g ?p))
      (over all (at ?e ?p)))
    :effect (and
      (at start (not (free ?e)))
      (at start (not (running ?g)))
      (at start (sees_to ?e ?g))
      (at end (not (sees_to ?e ?g)))
      (at end (free ?e))))

  (:durative-action purify
    :parameters (?e - engineer ?g - generator ?t - truck ?k - kitchen)
    :duration (= ?duration 20)
    :condition (and
      (at start (free ?e))
      (at start (>= (water ?t) 1))
      (over all (running ?g))
      (over all (at ?g ?k))
      (over all (at ?t ?k))
      (over all (at ?e ?k)))
    :effect (and
      (at start (not (free ?e)))
      (at start (decrease (water ?t) 1))
      (at start (sees_to ?e ?g))
      (at end (not (sees_to ?e ?g)))
      (at end (free ?e))
      (at end (drinkable ?k))))

  (:durative-action boil
    :parameters (?h - helper ?t - truck ?k - kitchen)
    :duration (= ?duration 60)
    :condition (and
      (at start (free ?h))
      (at start (>= (water ?t) 1))
      (over all (at ?t ?k))
      (over all (at ?h ?k)))
    :effect (and
      (at start (not (free ?h)))
      (at start (decrease (water ?t) 1))
      (at end (free ?h))
      (at end (drinkable ?k))))

  (:durative-action pitch
    :parameters (?w - worker ?t - tent ?p - place)
    :duration (= ?duration 30)
    :condition (and
      (at start (free ?w))
      (over all (at ?t ?p))
      (over all (at ?w ?p)))
    :effect (and
      (at start (not (free ?w)))
      (at start (sees_to ?w ?t))
      (at end (not (sees_to ?w ?t)))
      (at end (free ?w))
      (at end (pitched ?t))))

  (:durative-action dig
    :parameters (?w - worker ?p - place)
    :duration (= ?duration 45)
    :condition (and
      (at start (free ?w))
      (over all (at ?w ?p)))
    :effect (and
      (at start (not (free ?w)))
      (at end (free ?w))
      (at end (dug ?p))))

  (:durative-action register
    :parameters (?h - helper ?f - family ?p - place)
    :duration (= ?duration 10)
    :condition (and
      (at start (free ?h))
      (at start (free ?f))
      (over all (at ?f ?p))
      (over all (at ?h ?p)))
    :effect (and
      (at start (not (free ?h)))
      (at start (not (free ?f)))
      (at start (sees_to ?h ?f))
      (at end (not (sees_to ?h ?f)))
      (at end (free ?h))
      (at end (free ?f))
      (at end (registered ?f))))

  (:durative-action feed
    :parameters (?h - helper ?f - family ?k - kitchen)
    :duration (= ?duration 30)
    :condition (and
      (at start (free ?h))
      (at start (free ?f))
      (over all (drinkable ?k))
      (over all (at ?f ?k))
      (over all (at ?h ?k)))
    :effect (and
      (at start (not (free ?h)))
      (at start (not (free ?f)))
      (at start (sees_to ?h ?f))
      (at end (not (sees_to ?h ?f)))
      (at end (free ?h))
      (at end (free ?f))
      (at end (fed ?f))))

  (:durative-action treat
    :parameters (?d - doctor ?f - family ?t - tent ?p - place)
    :duration (= ?duration 25)
    :condition (and
      (at start (free ?d))
      (at start (free ?f))
      (over all (pitched ?t))
      (over all (at ?t ?p))
      (over all (at ?f ?p))
      (over all (at ?d ?p)))
    :effect (and
      (at start (not (free ?d)))
      (at start (not (free ?f)))
      (at start (sees_to ?d ?f))
      (at end (not (sees_to ?d ?f)))
      (at end (free ?d))
      (at end (free ?f))
      (at end (treated ?f))))

  (:durative-action move_in
    :parameters (?f - family ?t - tent ?p - place)
    :duration (= ?duration 15)
    :condition (and
      (at start (free ?f))
      (at start (registered ?f))
      (at start (>= (beds ?t) 1))
      (at start (>= (beds_needed ?f) 1))
      (over all (pitched ?t))
      (over all (dug ?p))
      (over all (at ?t ?p))
      (over all (at ?f ?p)))
    :effect (and
      (at start (not (free ?f)))
      (at start (decrease (beds ?t) 1))
      (at start (decrease (beds_needed ?f) 1))
      (at end (free ?f))
      (at end (lives_in ?f ?t)))))
