; An evening in a restaurant: parties are seated, order, are served course by course, drink wine, pay and leave.
;
; A party waits at the door or is taken to the bar by a bartender. A waiter reserves a table that is big enough for it, or
; cancels a reservation, and seats the party at its table once that is laid and vacant; from then on the waiter looks after
; the party, or hands it over to another one. Courses come in their order, the next one when the one before has been cleared;
; a party pays after its last course. A table that was left has to be laid anew. The sommelier pours wine as long as there
; are bottles. Staff do one thing at a time, guests eat without help. Time is counted in minutes.
(define (domain restaurant_evening)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents :durative-actions)

  (:types
    staff party table course wine - object
    waiter sommelier bartender - staff)

  (:predicates
    (free ?s - staff)
    (waiting ?p - party)
    (at_bar ?p - party)
    (sits_at ?p - party ?t - table)
    (vacant ?t - table)
    (laid ?t - table)
    (reserved ?t - table ?p - party)
    (unreserved ?t - table)
    (looks_after ?w - waiter ?p - party)
    (ordered ?p - party)
    (served ?c - course ?p - party)
    (eaten ?p - party ?c - course)
    (cleared ?c - course ?p - party)
    (drinks ?p - party ?v - wine)
    (paid ?p - party)
    (gone ?p - party)
    (fits ?t - table ?p - party)
    (begins_with ?p - party ?c - course)
    (ends_with ?p - party ?c - course)
    (follows ?c ?earlier - course))

  (:functions
    (eating_time ?c - course)
    (size ?p - party)
    (stock ?v - wine))

  (:durative-action take_to_bar
    :parameters (?b - bartender ?p - party)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?b))
      (at start (waiting ?p)))
    :effect (and
      (at start (not (free ?b)))
      (at start (not (waiting ?p)))
      (at end (free ?b))
      (at end (at_bar ?p))))

  (:durative-action reserve
    :parameters (?w - waiter ?t - table ?p - party)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?w))
      (at start (fits ?t ?p))
      (at start (unreserved ?t)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (unreserved ?t)))
      (at end (free ?w))
      (at end (reserved ?t ?p))))

  (:durative-action cancel
    :parameters (?w - waiter ?t - table ?p - party)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?w))
      (at start (reserved ?t ?p)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (reserved ?t ?p)))
      (at end (free ?w))
      (at end (unreserved ?t))))

  (:durative-action seat
    :parameters (?w - waiter ?p - party ?t - table)
    :duration (= ?duration (size ?p))
    :condition (and
      (at start (free ?w))
      (at start (waiting ?p))
      (at start (reserved ?t ?p))
      (at start (vacant ?t))
      (at start (laid ?t)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (waiting ?p)))
      (at start (not (reserved ?t ?p)))
      (at start (not (vacant ?t)))
      (at end (unreserved ?t))
      (at end (free ?w))
      (at end (looks_after ?w ?p))
      (at end (sits_at ?p ?t))))

  (:durative-action fetch_from_bar
    :parameters (?w - waiter ?p - party ?t - table)
    :duration (= ?duration (+ 2 (size ?p)))
    :condition (and
      (at start (free ?w))
      (at start (at_bar ?p))
      (at start (reserved ?t ?p))
      (at start (vacant ?t))
      (at start (laid ?t)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (at_bar ?p)))
      (at start (not (reserved ?t ?p)))
      (at start (not (vacant ?t)))
      (at end (unreserved ?t))
      (at end (free ?w))
      (at end (looks_after ?w ?p))
      (at end (sits_at ?p ?t))))

  (:durative-action hand_over
    :parameters (?a ?b - waiter ?p - party)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?a))
      (at start (free ?b))
      (at start (looks_after ?a ?p)))
    :effect (and
      (at start (not (free ?a)))
      (at start (not (free ?b)))
      (at start (not (looks_after ?a ?p)))
      (at end (free ?a))
      (at end (free ?b))
      (at end (looks_after ?b ?p))))

  (:durative-action take_order
    :parameters (?w - waiter ?p - party ?t - table)
    :duration (= ?duration (size ?p))
    :condition (and
      (at start (free ?w))
      (over all (looks_after ?w ?p))
      (over all (sits_at ?p ?t)))
    :effect (and
      (at start (not (free ?w)))
      (at end (free ?w))
      (at end (ordered ?p))))

  (:durative-action serve_first
    :parameters (?w - waiter ?c - course ?p - party ?t - table)
    :duration (= ?duration 4)
    :condition (and
      (at start (free ?w))
      (at start (ordered ?p))
      (at start (begins_with ?p ?c))
      (at start (not (served ?c ?p)))
      (over all (looks_after ?w ?p))
      (over all (sits_at ?p ?t)))
    :effect (and
      (at start (not (free ?w)))
      (at end (free ?w))
      (at end (served ?c ?p))))

  (:durative-action serve_next
    :parameters (?w - waiter ?c ?earlier - course ?p - party ?t - table)
    :duration (= ?duration 4)
    :condition (and
      (at start (free ?w))
      (at start (follows ?c ?earlier))
      (at start (cleared ?earlier ?p))
      (at start (not (served ?c ?p)))
      (over all (looks_after ?w ?p))
      (over all (sits_at ?p ?t)))
    :effect (and
      (at start (not (free ?w)))
      (at end (free ?w))
      (at end (served ?c ?p))))

  (:durative-action eat
    :parameters (?p - party ?c - course ?t - table)
    :duration (= ?duration (eating_time ?c))
    :condition (and
      (at start (served ?c ?p))
      (over all (sits_at ?p ?t)))
    :effect (at end (eaten ?p ?c)))

  (:durative-action clear
    :parameters (?w - waiter ?c - course ?p - party)
    :duration (= ?duration 2)
    :condition (and
      (at start (free ?w))
      (at start (eaten ?p ?c))
      (over all (looks_after ?w ?p)))
    :effect (and
      (at start (not (free ?w)))
      (at end (free ?w))
      (at end (cleared ?c ?p))))

  (:durative-action pour
    :parameters (?s - sommelier ?v - wine ?p - party ?t - table)
    :duration (= ?duration 3)
    :condition (and
      (at start (free ?s))
      (at start (ordered ?p))
      (at start (>= (stock ?v) 1))
      (over all (sits_at ?p ?t)))
    :effect (and
      (at start (not (free ?s)))
      (at start (decrease (stock ?v) 1))
      (at end (free ?s))
      (at end (drinks ?p ?v))))

  (:durative-action cash_up
    :parameters (?w - waiter ?p - party ?c - course)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?w))
      (at start (ends_with ?p ?c))
      (at start (cleared ?c ?p))
      (over all (looks_after ?w ?p)))
    :effect (and
      (at start (not (free ?w)))
      (at end (free ?w))
      (at end (paid ?p))))

  (:durative-action go_home
    :parameters (?p - party ?w - waiter ?t - table)
    :duration (= ?duration 3)
    :condition (and
      (at start (paid ?p))
      (at start (looks_after ?w ?p))
      (at start (sits_at ?p ?t)))
    :effect (and
      (at start (not (looks_after ?w ?p)))
      (at start (not (sits_at ?p ?t)))
      (at start (not (laid ?t)))
      (at end (vacant ?t))
      (at end (gone ?p))))

  (:durative-action lay
    :parameters (?w - waiter ?t - table)
    :duration (= ?duration 6)
    :condition (and
      (at start (free ?w))
      (at start (not (laid ?t)))
      (over all (vacant ?t)))
    :effect (and
      (at start (not (free ?w)))
      (at end (free ?w))
      (at end (laid ?t)))))
