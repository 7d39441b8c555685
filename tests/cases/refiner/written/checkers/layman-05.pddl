(define (domain checkers) (:requirements :strips :typing :negative-preconditions :equality) (:types space) (:predicates (red-on ?s - space) (blue-on ?s - space) (empty ?s - space) (right-of ?s ?left - space)) 
(:action slide-red
  :parameters (?from ?to - space)
  :precondition (and (red-on ?from) (empty ?to) (right-of ?to ?from))
  :effect (and (red-on ?to) (empty ?from) (not (red-on ?from)) (not (empty ?to))))
(:action jump-red
  :parameters (?from ?over ?to - space)
  :precondition (and (red-on ?from) (blue-on ?over) (empty ?to) (right-of ?over ?from) (right-of ?to ?over))
  :effect (and (red-on ?to) (empty ?from) (not (red-on ?from)) (not (empty ?to))))
(:action slide-blue
  :parameters (?from ?to - space)
  :precondition (and (blue-on ?from) (empty ?to) (right-of ?from ?to))
  :effect (and (blue-on ?to) (empty ?from) (not (blue-on ?from)) (not (empty ?to))))
(:action jump-blue
  :parameters (?from ?over ?to - space)
  :precondition (and (blue-on ?from) (red-on ?over) (empty ?to) (right-of ?from ?over) (right-of ?over ?to))
  :effect (and (blue-on ?to) (empty ?from) (not (blue-on ?from)) (not (empty ?to)))))
