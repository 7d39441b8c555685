; A small hotel at noon: housekeepers clean the rooms and make the beds, the receptionist checks guests in and out, the
; technician repairs the lift and what is broken in the rooms, and somebody lays the tables of the breakfast room.
;
; A guest gets the key of a room that is vacant, clean, made up and in order, and then settles in there. Checking out
; leaves the room dirty and its bed unmade; a repair leaves it dirty. Any member of the staff may carry a linen set, one at a
; time, and has no hand free meanwhile; only housekeepers clean and make beds, and only in vacant rooms. The lift is quicker
; than the stairs, as long as it works. Time is counted in minutes; how long a way takes depends on it.
(define (domain hotel)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    thing facility - object
    person linen_set - thing
    staff guest - person
    housekeeper receptionist technician - staff
    place lift - facility
    guest_room reception breakfast_room - place)

  (:predicates
    (at ?t - thing ?p - place)
    (free ?s - staff)
    (carries ?s - staff ?l - linen_set)
    (in_order ?f - facility)
    (vacant ?r - guest_room)
    (clean ?r - guest_room)
    (made_up ?r - guest_room)
    (has_key ?g - guest ?r - guest_room)
    (settled ?g - guest)
    (checked_out ?g - guest)
    (laid ?b - breakfast_room)
    (way ?a ?b - place)
    (stops_at ?l - lift ?p - place))

  (:functions
    (walking_time ?a ?b - place))

  (:durative-action walk
    :parameters (?who - person ?from ?to - place)
    :duration (= ?duration (walking_time ?from ?to))
    :condition (and
      (at start (at ?who ?from))
      (over all (way ?from ?to)))
    :effect (and
      (at start (not (at ?who ?from)))
      (at end (at ?who ?to))))

  (:durative-action ride
    :parameters (?who - person ?l - lift ?from ?to - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (at ?who ?from))
      (over all (in_order ?l))
      (over all (stops_at ?l ?from))
      (over all (stops_at ?l ?to)))
    :effect (and
      (at start (not (at ?who ?from)))
      (at end (at ?who ?to))))

  (:durative-action pick_up
    :parameters (?s - staff ?l - linen_set ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?s))
      (at start (at ?l ?p))
      (over all (at ?s ?p)))
    :effect (and
      (at start (not (free ?s)))
      (at start (not (at ?l ?p)))
      (at end (carries ?s ?l))))

  (:durative-action put_down
    :parameters (?s - staff ?l - linen_set ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (carries ?s ?l))
      (over all (at ?s ?p)))
    :effect (and
      (at start (not (carries ?s ?l)))
      (at end (at ?l ?p))
      (at end (free ?s))))

  (:durative-action clean_room
    :parameters (?h - housekeeper ?r - guest_room)
    :duration (= ?duration 15)
    :condition (and
      (at start (free ?h))
      (over all (vacant ?r))
      (over all (in_order ?r))
      (over all (at ?h ?r)))
    :effect (and
      (at start (not (free ?h)))
      (at end (free ?h))
      (at end (clean ?r))))

  (:durative-action make_bed
    :parameters (?h - housekeeper ?l - linen_set ?r - guest_room)
    :duration (= ?duration 6)
    :condition (and
      (at start (carries ?h ?l))
      (over all (vacant ?r))
      (over all (clean ?r))
      (over all (at ?h ?r)))
    :effect (and
      (at start (not (carries ?h ?l)))
      (at end (free ?h))
      (at end (made_up ?r))))

  (:durative-action repair_room
    :parameters (?t - technician ?r - guest_room)
    :duration (= ?duration 20)
    :condition (and
      (at start (free ?t))
      (over all (vacant ?r))
      (over all (at ?t ?r)))
    :effect (and
      (at start (not (free ?t)))
      (at start (not (clean ?r)))
      (at end (free ?t))
      (at end (in_order ?r))))

  (:durative-action repair_lift
    :parameters (?t - technician ?l - lift ?p - place)
    :duration (= ?duration 12)
    :condition (and
      (at start (free ?t))
      (over all (stops_at ?l ?p))
      (over all (at ?t ?p)))
    :effect (and
      (at start (not (free ?t)))
      (at end (free ?t))
      (at end (in_order ?l))))

  (:durative-action check_out
    :parameters (?c - receptionist ?g - guest ?r - guest_room ?d - reception)
    :duration (= ?duration 4)
    :condition (and
      (at start (free ?c))
      (at start (has_key ?g ?r))
      (over all (at ?c ?d))
      (over all (at ?g ?d)))
    :effect (and
      (at start (not (free ?c)))
      (at start (not (has_key ?g ?r)))
      (at start (not (settled ?g)))
      (at start (not (clean ?r)))
      (at start (not (made_up ?r)))
      (at end (free ?c))
      (at end (vacant ?r))
      (at end (checked_out ?g))))

  (:durative-action check_in
    :parameters (?c - receptionist ?g - guest ?r - guest_room ?d - reception)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?c))
      (at start (vacant ?r))
      (at start (clean ?r))
      (at start (made_up ?r))
      (over all (in_order ?r))
      (over all (at ?c ?d))
      (over all (at ?g ?d)))
    :effect (and
      (at start (not (free ?c)))
      (at start (not (vacant ?r)))
      (at end (free ?c))
      (at end (has_key ?g ?r))))

  (:durative-action settle_in
    :parameters (?g - guest ?r - guest_room)
    :duration (= ?duration 5)
    :condition (and
      (over all (has_key ?g ?r))
      (over all (at ?g ?r)))
    :effect (at end (settled ?g)))

  (:durative-action lay_tables
    :parameters (?s - staff ?b - breakfast_room)
    :duration (= ?duration 10)
    :condition (and
      (at start (free ?s))
      (over all (at ?s ?b)))
    :effect (and
      (at start (not (free ?s)))
      (at end (free ?s))
      (at end (laid ?b)))))
