(define (domain flow)
  (:requirements :strips :typing)
  (:types cell colour - object)
  (:predicates
    (adjacent ?c ?next - cell)
    (path-end ?k - colour ?c - cell)
    (tip ?k - colour ?c - cell)
    (free ?c - cell)
    (filled ?c - cell)
    (joined ?k - colour)
    (pen-up))

  (:action start
    :parameters (?k - colour ?c - cell)
    :precondition (and (pen-up) (path-end ?k ?c))
    :effect (and (tip ?k ?c) (not (path-end ?k ?c)) (not (pen-up))))

  (:action move
    :parameters (?k - colour ?c ?next - cell)
    :precondition (and (tip ?k ?c) (adjacent ?c ?next) (free ?next))
    :effect (and (tip ?k ?next) (filled ?next) (not (tip ?k ?c)) (not (free ?next))))

  (:action finish
    :parameters (?k - colour ?c ?last - cell)
    :precondition (and (tip ?k ?c) (adjacent ?c ?last) (path-end ?k ?last))
    :effect (and (joined ?k) (pen-up) (not (tip ?k ?c)) (not (path-end ?k ?last)))))
