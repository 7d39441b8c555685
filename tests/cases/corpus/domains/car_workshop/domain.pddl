; A day in a car workshop: mechanics put cars on a lift, take worn parts out and fit others, test and wash the cars; the
; clerk gets parts from the dealer and hands the cars over.
;
; A mechanic works only on the parts that the mechanic is trained for, and with the tool that the part takes. A part is
; taken out and fitted while the car is up on a lift. A car with a part missing is not driven. A test drive makes the car
; dirty; a part fitted later makes another test necessary. A car is washed in the wash bay and handed over, tested and clean,
; in the yard. Each place has room for so many cars. A person does one thing at a time. Time is counted in minutes; how long a
; part takes depends on it, and so does the way to the dealer.
(define (domain car_workshop)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents :durative-actions)

  (:types
    person car tool part place - object
    mechanic clerk - person
    lift wash_bay yard - place)

  (:predicates
    (at ?c - car ?p - place)
    (raised ?c - car)
    (free ?w - person)
    (holds ?m - mechanic ?t - tool)
    (on_wall ?t - tool)
    (trained ?m - mechanic ?x - part)
    (takes ?x - part ?t - tool)
    (fitted ?x - part ?c - car)
    (taken_out ?x - part ?c - car)
    (replaces ?x ?old - part)
    (in_stock ?x - part)
    (tested ?c - car)
    (clean ?c - car)
    (handed_over ?c - car))

  (:functions
    (room ?p - place)
    (gaps ?c - car)
    (work_time ?x - part)
    (delivery_time ?x - part)
    (orders_left ?x - part))

  (:durative-action drive
    :parameters (?m - mechanic ?c - car ?from ?to - place)
    :duration (= ?duration 4)
    :condition (and
      (at start (free ?m))
      (at start (at ?c ?from))
      (at start (>= (room ?to) 1))
      (at start (<= (gaps ?c) 0))
      (over all (not (raised ?c))))
    :effect (and
      (at start (not (free ?m)))
      (at start (not (at ?c ?from)))
      (at start (decrease (room ?to) 1))
      (at end (increase (room ?from) 1))
      (at end (free ?m))
      (at end (at ?c ?to))))

  (:durative-action raise
    :parameters (?m - mechanic ?c - car ?l - lift)
    :duration (= ?duration 3)
    :condition (and
      (at start (free ?m))
      (at start (not (raised ?c)))
      (over all (at ?c ?l)))
    :effect (and
      (at start (not (free ?m)))
      (at end (free ?m))
      (at end (raised ?c))))

  (:durative-action lower
    :parameters (?m - mechanic ?c - car ?l - lift)
    :duration (= ?duration 2)
    :condition (and
      (at start (free ?m))
      (at start (raised ?c))
      (over all (at ?c ?l)))
    :effect (and
      (at start (not (free ?m)))
      (at start (not (raised ?c)))
      (at end (free ?m))))

  (:durative-action take_tool
    :parameters (?m - mechanic ?t - tool)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?m))
      (at start (on_wall ?t)))
    :effect (and
      (at start (not (free ?m)))
      (at start (not (on_wall ?t)))
      (at end (free ?m))
      (at end (holds ?m ?t))))

  (:durative-action hang_up
    :parameters (?m - mechanic ?t - tool)
    :duration (= ?duration 1)
    :condition (and
      (at start (free ?m))
      (at start (holds ?m ?t)))
    :effect (and
      (at start (not (free ?m)))
      (at start (not (holds ?m ?t)))
      (at end (free ?m))
      (at end (on_wall ?t))))

  (:durative-action get_part
    :parameters (?k - clerk ?x - part)
    :duration (= ?duration (delivery_time ?x))
    :condition (and
      (at start (free ?k))
      (at start (>= (orders_left ?x) 1)))
    :effect (and
      (at start (not (free ?k)))
      (at start (decrease (orders_left ?x) 1))
      (at end (free ?k))
      (at end (in_stock ?x))))

  (:durative-action take_out
    :parameters (?m - mechanic ?x - part ?t - tool ?c - car ?l - lift)
    :duration (= ?duration (work_time ?x))
    :condition (and
      (at start (free ?m))
      (at start (fitted ?x ?c))
      (over all (trained ?m ?x))
      (over all (takes ?x ?t))
      (over all (holds ?m ?t))
      (over all (raised ?c))
      (over all (at ?c ?l)))
    :effect (and
      (at start (not (free ?m)))
      (at start (not (fitted ?x ?c)))
      (at start (increase (gaps ?c) 1))
      (at end (free ?m))
      (at end (taken_out ?x ?c))))

  (:durative-action fit
    :parameters (?m - mechanic ?x ?old - part ?t - tool ?c - car ?l - lift)
    :duration (= ?duration (work_time ?x))
    :condition (and
      (at start (free ?m))
      (at start (in_stock ?x))
      (at start (taken_out ?old ?c))
      (over all (replaces ?x ?old))
      (over all (trained ?m ?x))
      (over all (takes ?x ?t))
      (over all (holds ?m ?t))
      (over all (raised ?c))
      (over all (at ?c ?l)))
    :effect (and
      (at start (not (free ?m)))
      (at start (not (in_stock ?x)))
      (at start (not (taken_out ?old ?c)))
      (at start (not (tested ?c)))
      (at end (decrease (gaps ?c) 1))
      (at end (free ?m))
      (at end (fitted ?x ?c))))

  (:durative-action test
    :parameters (?m - mechanic ?c - car ?y - yard)
    :duration (= ?duration 15)
    :condition (and
      (at start (free ?m))
      (at start (<= (gaps ?c) 0))
      (over all (at ?c ?y)))
    :effect (and
      (at start (not (free ?m)))
      (at start (not (clean ?c)))
      (at end (free ?m))
      (at end (tested ?c))))

  (:durative-action wash
    :parameters (?m - mechanic ?c - car ?b - wash_bay)
    :duration (= ?duration 12)
    :condition (and
      (at start (free ?m))
      (over all (at ?c ?b)))
    :effect (and
      (at start (not (free ?m)))
      (at end (free ?m))
      (at end (clean ?c))))

  (:durative-action hand_over
    :parameters (?k - clerk ?c - car ?y - yard)
    :duration (= ?duration 10)
    :condition (and
      (at start (free ?k))
      (at start (at ?c ?y))
      (at start (tested ?c))
      (at start (clean ?c)))
    :effect (and
      (at start (not (free ?k)))
      (at start (not (at ?c ?y)))
      (at end (increase (room ?y) 1))
      (at end (free ?k))
      (at end (handed_over ?c)))))
