; A day of shooting a film: actors get into costume and make-up, a camera crew and a light crew set up their gear at a
; location, and a scene is shot there, some scenes under the rain machine.
;
; Each scene has the locations that suit it, and its actors have a costume for it. A scene that needs another first is
; released by a camera crew that looks through the takes of that one. A dry scene calls for dry ground; a rain scene leaves
; its location wet and the actor's make-up ruined. The gear of a crew stays where it was set up until the crew packs it; an
; actor wears one costume or plain clothes, and a costume stays where it was taken off. Time is counted in minutes; how
; long a way takes depends on it, how long shooting takes depends on the scene.
(define (domain film_set)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents :durative-actions)

  (:types
    mobile place scene - object
    team costume rain_machine - mobile
    person crew - team
    actor makeup_artist - person
    camera_crew light_crew - crew
    location base - place)

  (:predicates
    (at ?m - mobile ?p - place)
    (free ?t - team)
    (made_up ?a - actor)
    (wears ?a - actor ?c - costume)
    (plain_clothes ?a - actor)
    (set_up ?c - crew ?l - location)
    (packed ?c - crew)
    (raining ?l - location)
    (dry ?l - location)
    (released ?s - scene)
    (shot ?s - scene)
    (road ?a ?b - place)
    (suits ?s - scene ?l - location)
    (solo ?s - scene ?a - actor ?c - costume)
    (dialogue ?s - scene ?a - actor ?c - costume ?b - actor ?d - costume)
    (rain_scene ?s - scene ?a - actor ?c - costume)
    (follows ?s ?earlier - scene))

  (:functions
    (travel_time ?a ?b - place)
    (length ?s - scene))

  (:durative-action travel
    :parameters (?t - team ?from ?to - place)
    :duration (= ?duration (travel_time ?from ?to))
    :condition (and
      (at start (at ?t ?from))
      (over all (road ?from ?to)))
    :effect (and
      (at start (not (at ?t ?from)))
      (at end (at ?t ?to))))

  (:durative-action tow
    :parameters (?c - light_crew ?m - rain_machine ?from ?to - place)
    :duration (= ?duration (+ 3 (travel_time ?from ?to)))
    :condition (and
      (at start (free ?c))
      (at start (at ?c ?from))
      (at start (at ?m ?from))
      (over all (road ?from ?to)))
    :effect (and
      (at start (not (free ?c)))
      (at start (not (at ?c ?from)))
      (at start (not (at ?m ?from)))
      (at end (free ?c))
      (at end (at ?c ?to))
      (at end (at ?m ?to))))

  (:durative-action build
    :parameters (?c - crew ?l - location)
    :duration (= ?duration 12)
    :condition (and
      (at start (free ?c))
      (at start (packed ?c))
      (over all (at ?c ?l)))
    :effect (and
      (at start (not (free ?c)))
      (at start (not (packed ?c)))
      (at end (free ?c))
      (at end (set_up ?c ?l))))

  (:durative-action pack
    :parameters (?c - crew ?l - location)
    :duration (= ?duration 6)
    :condition (and
      (at start (free ?c))
      (at start (set_up ?c ?l))
      (over all (at ?c ?l)))
    :effect (and
      (at start (not (free ?c)))
      (at start (not (set_up ?c ?l)))
      (at end (free ?c))
      (at end (packed ?c))))

  (:durative-action put_on
    :parameters (?a - actor ?c - costume ?p - place)
    :duration (= ?duration 8)
    :condition (and
      (at start (free ?a))
      (at start (plain_clothes ?a))
      (at start (at ?c ?p))
      (over all (at ?a ?p)))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (plain_clothes ?a)))
      (at start (not (at ?c ?p)))
      (at end (free ?a))
      (at end (wears ?a ?c))))

  (:durative-action take_off
    :parameters (?a - actor ?c - costume ?p - place)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?a))
      (at start (wears ?a ?c))
      (over all (at ?a ?p)))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (wears ?a ?c)))
      (at end (free ?a))
      (at end (plain_clothes ?a))
      (at end (at ?c ?p))))

  (:durative-action make_up
    :parameters (?m - makeup_artist ?a - actor ?p - place)
    :duration (= ?duration 15)
    :condition (and
      (at start (free ?m))
      (at start (free ?a))
      (over all (at ?m ?p))
      (over all (at ?a ?p)))
    :effect (and
      (at start (not (free ?m)))
      (at start (not (free ?a)))
      (at end (free ?m))
      (at end (free ?a))
      (at end (made_up ?a))))

  (:durative-action mop_up
    :parameters (?c - crew ?l - location)
    :duration (= ?duration 18)
    :condition (and
      (at start (free ?c))
      (over all (not (raining ?l)))
      (over all (at ?c ?l)))
    :effect (and
      (at start (not (free ?c)))
      (at end (free ?c))
      (at end (dry ?l))))

  (:durative-action shoot_solo
    :parameters (?s - scene ?a - actor ?x - costume ?c - camera_crew ?g - light_crew ?l - location)
    :duration (= ?duration (length ?s))
    :condition (and
      (at start (solo ?s ?a ?x))
      (at start (suits ?s ?l))
      (at start (released ?s))
      (at start (free ?a))
      (at start (free ?c))
      (at start (free ?g))
      (at start (made_up ?a))
      (at start (wears ?a ?x))
      (over all (dry ?l))
      (over all (at ?a ?l))
      (over all (at ?c ?l))
      (over all (at ?g ?l))
      (over all (set_up ?c ?l))
      (over all (set_up ?g ?l)))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (free ?c)))
      (at start (not (free ?g)))
      (at end (free ?a))
      (at end (free ?c))
      (at end (free ?g))
      (at end (shot ?s))))

  (:durative-action shoot_dialogue
    :parameters (?s - scene ?a - actor ?x - costume ?b - actor ?y - costume ?c - camera_crew ?g - light_crew ?l - location)
    :duration (= ?duration (length ?s))
    :condition (and
      (at start (dialogue ?s ?a ?x ?b ?y))
      (at start (suits ?s ?l))
      (at start (released ?s))
      (at start (free ?a))
      (at start (free ?b))
      (at start (free ?c))
      (at start (free ?g))
      (at start (made_up ?a))
      (at start (made_up ?b))
      (at start (wears ?a ?x))
      (at start (wears ?b ?y))
      (over all (dry ?l))
      (over all (at ?a ?l))
      (over all (at ?b ?l))
      (over all (at ?c ?l))
      (over all (at ?g ?l))
      (over all (set_up ?c ?l))
      (over all (set_up ?g ?l)))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (free ?b)))
      (at start (not (free ?c)))
      (at start (not (free ?g)))
      (at end (free ?a))
      (at end (free ?b))
      (at end (free ?c))
      (at end (free ?g))
      (at end (shot ?s))))

  (:durative-action shoot_in_rain
    :parameters (?s - scene ?a - actor ?x - costume ?c - camera_crew ?g - light_crew ?m - rain_machine ?l - location)
    :duration (= ?duration (length ?s))
    :condition (and
      (at start (rain_scene ?s ?a ?x))
      (at start (suits ?s ?l))
      (at start (released ?s))
      (at start (free ?a))
      (at start (free ?c))
      (at start (free ?g))
      (at start (made_up ?a))
      (at start (wears ?a ?x))
      (over all (at ?m ?l))
      (over all (at ?a ?l))
      (over all (at ?c ?l))
      (over all (at ?g ?l))
      (over all (set_up ?c ?l))
      (over all (set_up ?g ?l)))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (free ?c)))
      (at start (not (free ?g)))
      (at start (not (dry ?l)))
      (at start (raining ?l))
      (at end (not (raining ?l)))
      (at end (not (made_up ?a)))
      (at end (free ?a))
      (at end (free ?c))
      (at end (free ?g))
      (at end (shot ?s))))

  (:durative-action review
    :parameters (?c - camera_crew ?earlier ?s - scene ?p - place)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?c))
      (at start (follows ?s ?earlier))
      (at start (shot ?earlier))
      (over all (at ?c ?p)))
    :effect (and
      (at start (not (free ?c)))
      (at end (free ?c))
      (at end (released ?s)))))
