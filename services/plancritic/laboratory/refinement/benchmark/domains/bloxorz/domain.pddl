(define (domain bloxorz)
  (:requirements :strips :typing)
  (:types block tile direction - object)
  (:predicates
    (standing-on ?b - block ?t - tile)
    (lying-on ?b - block ?t - tile)
    (adjacent ?t ?next - tile ?d - direction)
    (perpendicular ?d ?e - direction))

  (:action lay-down
    :parameters (?b - block ?from ?near ?far - tile ?d - direction)
    :precondition (and (standing-on ?b ?from) (adjacent ?from ?near ?d) (adjacent ?near ?far ?d))
    :effect (and (lying-on ?b ?near) (lying-on ?b ?far) (not (standing-on ?b ?from))))

  (:action stand-up
    :parameters (?b - block ?rear ?front ?to - tile ?d - direction)
    :precondition (and (lying-on ?b ?rear) (lying-on ?b ?front) (adjacent ?rear ?front ?d) (adjacent ?front ?to ?d))
    :effect (and (standing-on ?b ?to) (not (lying-on ?b ?rear)) (not (lying-on ?b ?front))))

  (:action roll
    :parameters (?b - block ?rear ?front ?rear-to ?front-to - tile ?d ?e - direction)
    :precondition (and (lying-on ?b ?rear) (lying-on ?b ?front) (adjacent ?rear ?front ?d) (perpendicular ?d ?e)
      (adjacent ?rear ?rear-to ?e) (adjacent ?front ?front-to ?e))
    :effect (and (lying-on ?b ?rear-to) (lying-on ?b ?front-to) (not (lying-on ?b ?rear)) (not (lying-on ?b ?front)))))
