; A small brewery: beers go from the mash tun through the kettle into a cooled tank, and from there into barrels.
;
; Between kettle and tanks a beer is pumped; each pump has two hoses, and a brewer moves a hose from one vessel to
; another. A vessel has to be empty and scrubbed before a beer goes in. In the kettle a beer is boiled and gets its hops,
; in whichever order; in a cooled tank it ferments alone for a day or longer. Then it can be tasted and drawn into a
; barrel. A brewer does one thing at a time. Time is in hours.
(define (domain brewery)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    brewer vessel beer pump - object
    tank kettle barrel - vessel)

  (:predicates
    (works_at ?w - brewer ?v - vessel)
    (fills ?b - beer ?v - vessel)
    (clean ?v - vessel)
    (empty ?v - vessel)
    (connected ?p - pump ?v - vessel)
    (boiled ?b - beer)
    (hopped ?b - beer)
    (fermented ?b - beer)
    (tasted ?w - brewer ?b - beer)
    (has_port ?v - vessel)
    (cooled ?t - tank))

  (:functions
    (hands ?w - brewer)
    (boiling_time ?b - beer)
    (fermenting_time ?b - beer))

  (:durative-action connect
    :parameters (?w - brewer ?p - pump ?old ?new - vessel)
    :duration (= ?duration 1)
    :condition (and
      (at start (>= (hands ?w) 1))
      (at start (connected ?p ?old))
      (over all (has_port ?new)))
    :effect (and
      (at start (decrease (hands ?w) 1))
      (at start (not (connected ?p ?old)))
      (at start (works_at ?w ?new))
      (at end (not (works_at ?w ?new)))
      (at end (increase (hands ?w) 1))
      (at end (connected ?p ?new))))

  (:durative-action pump_over
    :parameters (?w - brewer ?p - pump ?b - beer ?from ?to - vessel)
    :duration (= ?duration 2)
    :condition (and
      (at start (>= (hands ?w) 1))
      (at start (empty ?to))
      (at start (clean ?to))
      (at start (fills ?b ?from))
      (over all (connected ?p ?from))
      (over all (connected ?p ?to)))
    :effect (and
      (at start (decrease (hands ?w) 1))
      (at start (works_at ?w ?from))
      (at start (not (fills ?b ?from)))
      (at start (not (empty ?to)))
      (at start (not (clean ?to)))
      (at end (not (works_at ?w ?from)))
      (at end (increase (hands ?w) 1))
      (at end (empty ?from))
      (at end (fills ?b ?to))))

  (:durative-action boil
    :parameters (?w - brewer ?b - beer ?k - kettle)
    :duration (= ?duration (boiling_time ?b))
    :condition (and
      (at start (>= (hands ?w) 1))
      (over all (fills ?b ?k)))
    :effect (and
      (at start (decrease (hands ?w) 1))
      (at start (works_at ?w ?k))
      (at end (not (works_at ?w ?k)))
      (at end (increase (hands ?w) 1))
      (at end (boiled ?b))))

  (:durative-action add_hops
    :parameters (?w - brewer ?b - beer ?k - kettle)
    :duration (= ?duration 1)
    :condition (and
      (at start (>= (hands ?w) 1))
      (over all (fills ?b ?k)))
    :effect (and
      (at start (decrease (hands ?w) 1))
      (at start (works_at ?w ?k))
      (at end (not (works_at ?w ?k)))
      (at end (increase (hands ?w) 1))
      (at end (hopped ?b))))

  (:durative-action ferment
    :parameters (?b - beer ?t - tank)
    :duration (= ?duration (fermenting_time ?b))
    :condition (and
      (at start (boiled ?b))
      (at start (hopped ?b))
      (over all (cooled ?t))
      (over all (fills ?b ?t)))
    :effect (and
      (at end (fermented ?b))))

  (:durative-action taste
    :parameters (?w - brewer ?b - beer ?v - vessel)
    :duration (= ?duration 1)
    :condition (and
      (at start (>= (hands ?w) 1))
      (at start (fermented ?b))
      (over all (fills ?b ?v)))
    :effect (and
      (at start (decrease (hands ?w) 1))
      (at start (works_at ?w ?v))
      (at end (not (works_at ?w ?v)))
      (at end (increase (hands ?w) 1))
      (at end (tasted ?w ?b))))

  (:durative-action draw
    :parameters (?w - brewer ?b - beer ?t - tank ?c - barrel)
    :duration (= ?duration 2)
    :condition (and
      (at start (>= (hands ?w) 1))
      (at start (fermented ?b))
      (at start (empty ?c))
      (at start (clean ?c))
      (at start (fills ?b ?t)))
    :effect (and
      (at start (decrease (hands ?w) 1))
      (at start (works_at ?w ?c))
      (at start (not (fills ?b ?t)))
      (at start (not (empty ?c)))
      (at start (not (clean ?c)))
      (at end (not (works_at ?w ?c)))
      (at end (increase (hands ?w) 1))
      (at end (empty ?t))
      (at end (fills ?b ?c))))

  (:durative-action scrub
    :parameters (?w - brewer ?v - vessel)
    :duration (= ?duration 2)
    :condition (and
      (at start (>= (hands ?w) 1))
      (over all (empty ?v)))
    :effect (and
      (at start (decrease (hands ?w) 1))
      (at start (works_at ?w ?v))
      (at end (not (works_at ?w ?v)))
      (at end (increase (hands ?w) 1))
      (at end (clean ?v)))))
