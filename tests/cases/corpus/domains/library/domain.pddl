; A library at work: librarians fetch books from the shelves with a trolley, lend them at the desk and take them back,
; repair what is damaged in the workshop and scan what is to be kept as pictures.
;
; People walk from room to room; a trolley goes where a librarian pushes it. A book stands somewhere, lies on a trolley,
; or is with the member who borrowed it. Damaged books are not lent. There is no time in this model, only order.
(define (domain library)
  (:requirements :strips :typing)

  (:types
    mobile book room - object
    person trolley - mobile
    librarian member - person
    desk workshop studio shelf - room)

  (:predicates
    (at ?m - mobile ?r - room)
    (stands ?b - book ?r - room)
    (on ?b - book ?t - trolley)
    (borrowed ?m - member ?b - book)
    (served ?l - librarian ?m - member)
    (repaired ?l - librarian ?b - book)
    (intact ?b - book)
    (scanned ?b - book)
    (door ?a ?b - room))

  (:action walk
    :parameters (?p - person ?from ?to - room)
    :precondition (and (at ?p ?from) (door ?from ?to))
    :effect (and (not (at ?p ?from)) (at ?p ?to)))

  (:action push
    :parameters (?l - librarian ?t - trolley ?from ?to - room)
    :precondition (and (at ?l ?from) (at ?t ?from) (door ?from ?to))
    :effect (and (not (at ?l ?from)) (not (at ?t ?from)) (at ?l ?to) (at ?t ?to)))

  (:action load
    :parameters (?l - librarian ?b - book ?t - trolley ?r - room)
    :precondition (and (at ?l ?r) (at ?t ?r) (stands ?b ?r))
    :effect (and (not (stands ?b ?r)) (on ?b ?t)))

  (:action shelve
    :parameters (?l - librarian ?b - book ?t - trolley ?r - room)
    :precondition (and (at ?l ?r) (at ?t ?r) (on ?b ?t))
    :effect (and (not (on ?b ?t)) (stands ?b ?r)))

  (:action lend
    :parameters (?l - librarian ?b - book ?m - member ?d - desk)
    :precondition (and (at ?l ?d) (at ?m ?d) (stands ?b ?d) (intact ?b))
    :effect (and (not (stands ?b ?d)) (borrowed ?m ?b) (served ?l ?m)))

  (:action give_back
    :parameters (?m - member ?b - book ?l - librarian ?d - desk)
    :precondition (and (at ?m ?d) (at ?l ?d) (borrowed ?m ?b))
    :effect (and (not (borrowed ?m ?b)) (stands ?b ?d)))

  (:action repair
    :parameters (?l - librarian ?b - book ?w - workshop)
    :precondition (and (at ?l ?w) (stands ?b ?w))
    :effect (and (intact ?b) (repaired ?l ?b)))

  (:action scan
    :parameters (?l - librarian ?b - book ?s - studio)
    :precondition (and (at ?l ?s) (stands ?b ?s) (intact ?b))
    :effect (scanned ?b)))
