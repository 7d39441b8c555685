; The post of a small town: couriers on bicycles empty the letter boxes, stamp and sort the mail at a depot's counter and
; deliver it to the houses; a drone flies parcels from wherever a courier hands them over; neighbours pass mail on.
;
; Only mail that is stamped is sorted, and only sorted mail is delivered. Bicycles keep to the lanes, the drone flies
; from anywhere to anywhere. There is no time in this model, only order.
(define (domain post)
  (:requirements :strips :typing)

  (:types
    courier drone mail place - object
    parcel - mail
    box house - place)

  (:predicates
    (at ?c - courier ?p - place)
    (hovers ?d - drone ?p - place)
    (in ?m - mail ?b - box)
    (carries ?c - courier ?m - mail)
    (emptied ?b - box)
    (stamped ?m - mail)
    (sorted ?m - mail)
    (flown ?d - drone ?m - parcel)
    (delivered ?m - mail ?h - house)
    (lane ?a ?b - place)
    (counter ?p - place)
    (neighbours ?a ?b - house))

  (:action cycle
    :parameters (?c - courier ?from ?to - place)
    :precondition (and (at ?c ?from) (lane ?from ?to))
    :effect (and (not (at ?c ?from)) (at ?c ?to)))

  (:action fly
    :parameters (?d - drone ?from ?to - place)
    :precondition (and (hovers ?d ?from))
    :effect (and (not (hovers ?d ?from)) (hovers ?d ?to)))

  (:action empty_box
    :parameters (?c - courier ?m - mail ?b - box)
    :precondition (and (at ?c ?b) (in ?m ?b))
    :effect (and (not (in ?m ?b)) (carries ?c ?m) (emptied ?b)))

  (:action stamp
    :parameters (?c - courier ?m - mail ?p - place)
    :precondition (and (at ?c ?p) (counter ?p) (carries ?c ?m))
    :effect (stamped ?m))

  (:action sort
    :parameters (?c - courier ?m - mail ?p - place)
    :precondition (and (at ?c ?p) (counter ?p) (carries ?c ?m) (stamped ?m))
    :effect (sorted ?m))

  (:action deliver
    :parameters (?c - courier ?m - mail ?h - house)
    :precondition (and (at ?c ?h) (carries ?c ?m) (sorted ?m))
    :effect (and (not (carries ?c ?m)) (delivered ?m ?h)))

  (:action send
    :parameters (?c - courier ?m - parcel ?d - drone ?p - place ?h - house)
    :precondition (and (at ?c ?p) (hovers ?d ?p) (carries ?c ?m) (sorted ?m))
    :effect (and (not (carries ?c ?m)) (not (hovers ?d ?p)) (hovers ?d ?h) (flown ?d ?m) (delivered ?m ?h)))

  (:action pass_on
    :parameters (?m - mail ?a ?b - house)
    :precondition (and (delivered ?m ?a) (neighbours ?a ?b))
    :effect (and (not (delivered ?m ?a)) (delivered ?m ?b))))
