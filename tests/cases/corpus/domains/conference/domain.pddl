; The morning of a conference: rooms are arranged, projectors and microphones made ready, speakers fetched, talks held.
;
; A talk is held by its speaker in a room that suits it, with a host in the chair. The room has to be arranged, a projector
; to be set up there and the microphones to be checked; the talk leaves the chairs in disorder and the batteries of the
; microphones empty. A speaker has to be briefed by a host before the talk. Technicians carry one projector at a time.
; Speakers walk or are fetched by a host with a bus. Lunch is served in the rooms where there is a buffet. A person does
; one thing at a time. Time is counted in minutes; how long a way takes depends on it, how long a talk takes on the talk.
(define (domain conference)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    place person projector bus talk - object
    room stop - place
    host technician speaker - person)

  (:predicates
    (at ?w - person ?p - place)
    (parked ?b - bus ?p - place)
    (free ?w - person)
    (arranged ?r - room)
    (sound_checked ?r - room)
    (carries ?t - technician ?j - projector)
    (left_in ?j - projector ?r - room)
    (set_up ?j - projector ?r - room)
    (briefed ?s - speaker)
    (fed ?s - speaker)
    (held ?k - talk)
    (path ?a ?b - place)
    (road ?a ?b - place)
    (gives ?s - speaker ?k - talk)
    (suits ?k - talk ?r - room)
    (buffet ?r - room))

  (:functions
    (walking_time ?a ?b - place)
    (driving_time ?a ?b - place)
    (length ?k - talk))

  (:durative-action walk
    :parameters (?w - person ?from ?to - place)
    :duration (= ?duration (walking_time ?from ?to))
    :condition (and
      (at start (at ?w ?from))
      (at start (free ?w))
      (over all (path ?from ?to)))
    :effect (and
      (at start (not (at ?w ?from)))
      (at start (not (free ?w)))
      (at end (free ?w))
      (at end (at ?w ?to))))

  (:durative-action drive
    :parameters (?h - host ?b - bus ?from ?to - place)
    :duration (= ?duration (driving_time ?from ?to))
    :condition (and
      (at start (at ?h ?from))
      (at start (free ?h))
      (at start (parked ?b ?from))
      (over all (road ?from ?to)))
    :effect (and
      (at start (not (at ?h ?from)))
      (at start (not (free ?h)))
      (at start (not (parked ?b ?from)))
      (at end (free ?h))
      (at end (at ?h ?to))
      (at end (parked ?b ?to))))

  (:durative-action pick_up
    :parameters (?h - host ?b - bus ?s - speaker ?from ?to - place)
    :duration (= ?duration (+ 3 (driving_time ?from ?to)))
    :condition (and
      (at start (at ?h ?from))
      (at start (free ?h))
      (at start (at ?s ?from))
      (at start (free ?s))
      (at start (parked ?b ?from))
      (over all (road ?from ?to)))
    :effect (and
      (at start (not (at ?h ?from)))
      (at start (not (free ?h)))
      (at start (not (at ?s ?from)))
      (at start (not (free ?s)))
      (at start (not (parked ?b ?from)))
      (at end (free ?h))
      (at end (at ?h ?to))
      (at end (free ?s))
      (at end (at ?s ?to))
      (at end (parked ?b ?to))))

  (:durative-action arrange
    :parameters (?h - host ?r - room)
    :duration (= ?duration 15)
    :condition (and
      (at start (free ?h))
      (over all (at ?h ?r)))
    :effect (and
      (at start (not (free ?h)))
      (at end (free ?h))
      (at end (arranged ?r))))

  (:durative-action take
    :parameters (?t - technician ?j - projector ?r - room)
    :duration (= ?duration 2)
    :condition (and
      (at start (free ?t))
      (at start (left_in ?j ?r))
      (over all (at ?t ?r)))
    :effect (and
      (at start (not (free ?t)))
      (at start (not (left_in ?j ?r)))
      (at end (free ?t))
      (at end (carries ?t ?j))))

  (:durative-action install
    :parameters (?t - technician ?j - projector ?r - room)
    :duration (= ?duration 10)
    :condition (and
      (at start (free ?t))
      (at start (carries ?t ?j))
      (over all (at ?t ?r)))
    :effect (and
      (at start (not (free ?t)))
      (at start (not (carries ?t ?j)))
      (at end (free ?t))
      (at end (set_up ?j ?r))))

  (:durative-action dismantle
    :parameters (?t - technician ?j - projector ?r - room)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?t))
      (at start (set_up ?j ?r))
      (over all (at ?t ?r)))
    :effect (and
      (at start (not (free ?t)))
      (at start (not (set_up ?j ?r)))
      (at end (free ?t))
      (at end (left_in ?j ?r))))

  (:durative-action check_sound
    :parameters (?t - technician ?r - room)
    :duration (= ?duration 8)
    :condition (and
      (at start (free ?t))
      (over all (at ?t ?r)))
    :effect (and
      (at start (not (free ?t)))
      (at end (free ?t))
      (at end (sound_checked ?r))))

  (:durative-action brief
    :parameters (?h - host ?s - speaker ?p - place)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?h))
      (at start (free ?s))
      (over all (at ?h ?p))
      (over all (at ?s ?p)))
    :effect (and
      (at start (not (free ?h)))
      (at start (not (free ?s)))
      (at end (free ?h))
      (at end (free ?s))
      (at end (briefed ?s))))

  (:durative-action serve_lunch
    :parameters (?h - host ?s - speaker ?r - room)
    :duration (= ?duration 20)
    :condition (and
      (at start (free ?h))
      (at start (free ?s))
      (over all (buffet ?r))
      (over all (at ?h ?r))
      (over all (at ?s ?r)))
    :effect (and
      (at start (not (free ?h)))
      (at start (not (free ?s)))
      (at end (free ?h))
      (at end (free ?s))
      (at end (fed ?s))))

  (:durative-action hold_talk
    :parameters (?s - speaker ?k - talk ?h - host ?j - projector ?r - room)
    :duration (= ?duration (length ?k))
    :condition (and
      (at start (free ?s))
      (at start (free ?h))
      (at start (briefed ?s))
      (at start (arranged ?r))
      (at start (sound_checked ?r))
      (over all (gives ?s ?k))
      (over all (suits ?k ?r))
      (over all (set_up ?j ?r))
      (over all (at ?s ?r))
      (over all (at ?h ?r)))
    :effect (and
      (at start (not (free ?s)))
      (at start (not (free ?h)))
      (at start (not (arranged ?r)))
      (at end (not (sound_checked ?r)))
      (at end (free ?s))
      (at end (free ?h))
      (at end (held ?k)))))
