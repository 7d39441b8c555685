(define (domain checkers)
  (:requirements :strips :typing)
  (:types space - object)
  (:predicates
    (red-on ?s - space)
    (blue-on ?s - space)
    (empty ?s - space)
    (right-of ?s ?left - space))

  (:action slide-red
    :parameters (?from ?to - space)
    :precondition (and (red-on ?from) (right-of ?to ?from) (empty ?to))
    :effect (and (red-on ?to) (empty ?from) (not (red-on ?from)) (not (empty ?to))))

  (:action jump-red
    :parameters (?from ?over ?to - space)
    :precondition (and (red-on ?from) (right-of ?over ?from) (blue-on ?over) (right-of ?to ?over) (empty ?to))
    :effect (and (red-on ?to) (empty ?from) (not (red-on ?from)) (not (empty ?to))))

  (:action slide-blue
    :parameters (?from ?to - space)
    :precondition (and (blue-on ?from) (right-of ?from ?to) (empty ?to))
    :effect (and (blue-on ?to) (empty ?from) (not (blue-on ?from)) (not (empty ?to))))

  (:action jump-blue
    :parameters (?from ?over ?to - space)
    :precondition (and (blue-on ?from) (right-of ?from ?over) (red-on ?over) (right-of ?over ?to) (empty ?to))
    :effect (and (blue-on ?to) (empty ?from) (not (blue-on ?from)) (not (empty ?to)))))
