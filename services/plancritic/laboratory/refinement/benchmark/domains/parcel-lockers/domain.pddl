(define (domain parcel-lockers)
  (:requirements :strips :typing)
  (:types parcel locker customer - object)
  (:predicates
    (in-van ?p - parcel)
    (in-hand ?p - parcel)
    (hand-free)
    (fits ?p - parcel ?l - locker)
    (vacant ?l - locker)
    (open ?l - locker)
    (all-shut)
    (inside ?p - parcel ?l - locker)
    (addressed ?p - parcel ?c - customer)
    (has-code ?c - customer ?p - parcel)
    (collected ?p - parcel))

  (:action take-from-van
    :parameters (?p - parcel)
    :precondition (and (in-van ?p) (hand-free))
    :effect (and (in-hand ?p) (not (in-van ?p)) (not (hand-free))))

  (:action open-door
    :parameters (?l - locker)
    :precondition (and (all-shut))
    :effect (and (open ?l) (not (all-shut))))

  (:action put-in
    :parameters (?p - parcel ?l - locker)
    :precondition (and (in-hand ?p) (open ?l) (vacant ?l) (fits ?p ?l))
    :effect (and (inside ?p ?l) (hand-free) (not (in-hand ?p)) (not (vacant ?l))))

  (:action shut-door
    :parameters (?l - locker)
    :precondition (and (open ?l))
    :effect (and (all-shut) (not (open ?l))))

  (:action send-code
    :parameters (?p - parcel ?l - locker ?c - customer)
    :precondition (and (inside ?p ?l) (addressed ?p ?c))
    :effect (and (has-code ?c ?p)))

  (:action collect
    :parameters (?p - parcel ?l - locker ?c - customer)
    :precondition (and (inside ?p ?l) (has-code ?c ?p) (all-shut))
    :effect (and (collected ?p) (vacant ?l) (not (inside ?p ?l)))))
