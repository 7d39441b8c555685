; A librarian sorts books with two hands: written for plancritic; the action names are those of Planning in the Dark.
(define (domain libraryworld)
  (:requirements :strips :typing)
  (:types book category)
  (:predicates
    (on-shelf ?x ?y - book)
    (on-table ?x - book)
    (accessible ?x - book)
    (hands-free)
    (holding ?x - book)
    (belongs-to-category ?x - book ?c - category)
    (book-request ?x - book)
    (checked-out ?x - book)
    (return-due ?x - book))
  (:action take-from-table
    :parameters (?x - book)
    :precondition (and (accessible ?x) (on-table ?x) (hands-free))
    :effect (and (holding ?x) (not (accessible ?x)) (not (on-table ?x)) (not (hands-free))))
  (:action place-on-table
    :parameters (?x - book)
    :precondition (holding ?x)
    :effect (and (accessible ?x) (on-table ?x) (hands-free) (not (holding ?x))))
  (:action place-on-shelf
    :parameters (?x ?y - book ?c - category)
    :precondition (and (holding ?x) (accessible ?y) (belongs-to-category ?x ?c) (belongs-to-category ?y ?c))
    :effect (and (on-shelf ?x ?y) (accessible ?x) (hands-free) (not (holding ?x)) (not (accessible ?y))))
  (:action remove-from-shelf
    :parameters (?x ?y - book)
    :precondition (and (on-shelf ?x ?y) (accessible ?x) (hands-free))
    :effect (and (holding ?x) (accessible ?y) (not (on-shelf ?x ?y)) (not (accessible ?x)) (not (hands-free))))
  (:action check-out
    :parameters (?x - book)
    :precondition (and (holding ?x) (book-request ?x))
    :effect (and (checked-out ?x) (return-due ?x) (hands-free) (not (holding ?x)) (not (book-request ?x))))
  (:action return-book
    :parameters (?x - book)
    :precondition (and (checked-out ?x) (return-due ?x) (hands-free))
    :effect (and (holding ?x) (not (checked-out ?x)) (not (return-due ?x)) (not (hands-free)))))
