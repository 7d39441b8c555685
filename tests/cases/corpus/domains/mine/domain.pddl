; A small ore mine on one shift: miners drill, the blaster charges and fires, and what the blast brings down is mucked out.
;
; The hoistman winds people up and down the shaft from the winding house; the ladderway is the long way round. A gallery has
; to be dry, timbered and full of fresh air before anybody works at the rock in it. Water is pumped out or bailed out by hand.
; A blast is fired from next door, when nobody is in the gallery; while it is fired, the gallery is closed. It leaves the
; gallery full of fumes and knocks the timber down. A fan blows fresh air into the galleries that it serves. A person does
; one thing at a time. Time is counted in minutes; how long a way takes depends on it, how long airing takes on the fan.
(define (domain mine)
  (:requirements :strips :typing :numeric-fluents :durative-actions)

  (:types
    thing place - object
    person tool fan - thing
    miner blaster hoistman - person
    pump drill - tool
    gallery - place)

  (:predicates
    (at ?t - thing ?p - place)
    (has ?m - miner ?t - tool)
    (free ?w - person)
    (open ?p - place)
    (dry ?g - gallery)
    (fresh ?g - gallery)
    (timbered ?g - gallery)
    (drilled ?g - gallery)
    (charged ?g - gallery)
    (blasted ?g - gallery)
    (mucked_out ?g - gallery)
    (way ?a ?b - place)
    (shaft ?a ?b - place)
    (winds_from ?h - hoistman ?p - place)
    (serves ?f - fan ?g - gallery))

  (:functions
    (walking_time ?a ?b - place)
    (airing_time ?f - fan)
    (people ?p - place))

  (:durative-action walk
    :parameters (?w - person ?from ?to - place)
    :duration (= ?duration (walking_time ?from ?to))
    :condition (and
      (at start (at ?w ?from))
      (at start (free ?w))
      (over all (way ?from ?to))
      (over all (open ?to)))
    :effect (and
      (at start (not (at ?w ?from)))
      (at start (not (free ?w)))
      (at start (decrease (people ?from) 1))
      (at end (increase (people ?to) 1))
      (at end (free ?w))
      (at end (at ?w ?to))))

  (:durative-action ride
    :parameters (?w - person ?h - hoistman ?wh ?from ?to - place)
    :duration (= ?duration 3)
    :condition (and
      (at start (at ?w ?from))
      (at start (free ?w))
      (at start (free ?h))
      (over all (at ?h ?wh))
      (over all (winds_from ?h ?wh))
      (over all (shaft ?from ?to)))
    :effect (and
      (at start (not (at ?w ?from)))
      (at start (not (free ?w)))
      (at start (not (free ?h)))
      (at start (decrease (people ?from) 1))
      (at end (increase (people ?to) 1))
      (at end (free ?h))
      (at end (free ?w))
      (at end (at ?w ?to))))

  (:durative-action take
    :parameters (?m - miner ?t - tool ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (at ?t ?p))
      (at start (free ?m))
      (over all (at ?m ?p)))
    :effect (and
      (at start (not (at ?t ?p)))
      (at start (not (free ?m)))
      (at end (free ?m))
      (at end (has ?m ?t))))

  (:durative-action put_down
    :parameters (?m - miner ?t - tool ?p - place)
    :duration (= ?duration 1)
    :condition (and
      (at start (has ?m ?t))
      (at start (free ?m))
      (over all (at ?m ?p)))
    :effect (and
      (at start (not (has ?m ?t)))
      (at start (not (free ?m)))
      (at end (free ?m))
      (at end (at ?t ?p))))

  (:durative-action pump_out
    :parameters (?m - miner ?u - pump ?g - gallery)
    :duration (= ?duration 10)
    :condition (and
      (at start (free ?m))
      (over all (has ?m ?u))
      (over all (at ?m ?g)))
    :effect (and
      (at start (not (free ?m)))
      (at end (free ?m))
      (at end (dry ?g))))

  (:durative-action bail_out
    :parameters (?m - miner ?g - gallery)
    :duration (= ?duration 30)
    :condition (and
      (at start (free ?m))
      (over all (at ?m ?g)))
    :effect (and
      (at start (not (free ?m)))
      (at end (free ?m))
      (at end (dry ?g))))

  (:durative-action timber
    :parameters (?m - miner ?g - gallery)
    :duration (= ?duration 12)
    :condition (and
      (at start (free ?m))
      (over all (fresh ?g))
      (over all (at ?m ?g)))
    :effect (and
      (at start (not (free ?m)))
      (at end (free ?m))
      (at end (timbered ?g))))

  (:durative-action drill_holes
    :parameters (?m - miner ?d - drill ?g - gallery)
    :duration (= ?duration 15)
    :condition (and
      (at start (free ?m))
      (over all (has ?m ?d))
      (over all (dry ?g))
      (over all (fresh ?g))
      (over all (timbered ?g))
      (over all (at ?m ?g)))
    :effect (and
      (at start (not (free ?m)))
      (at end (free ?m))
      (at end (drilled ?g))))

  (:durative-action charge
    :parameters (?b - blaster ?g - gallery)
    :duration (= ?duration 6)
    :condition (and
      (at start (free ?b))
      (at start (drilled ?g))
      (over all (dry ?g))
      (over all (fresh ?g))
      (over all (at ?b ?g)))
    :effect (and
      (at start (not (free ?b)))
      (at end (free ?b))
      (at end (charged ?g))))

  (:durative-action blast
    :parameters (?b - blaster ?g - gallery ?p - place)
    :duration (= ?duration 5)
    :condition (and
      (at start (free ?b))
      (at start (charged ?g))
      (at start (open ?g))
      (at start (<= (people ?g) 0))
      (over all (at ?b ?p))
      (over all (way ?p ?g)))
    :effect (and
      (at start (not (free ?b)))
      (at start (not (open ?g)))
      (at start (not (charged ?g)))
      (at start (not (drilled ?g)))
      (at end (not (fresh ?g)))
      (at end (not (timbered ?g)))
      (at end (free ?b))
      (at end (open ?g))
      (at end (blasted ?g))))

  (:durative-action ventilate
    :parameters (?w - person ?f - fan ?g - gallery ?p - place)
    :duration (= ?duration (airing_time ?f))
    :condition (and
      (at start (free ?w))
      (over all (at ?f ?p))
      (over all (at ?w ?p))
      (over all (serves ?f ?g)))
    :effect (and
      (at start (not (free ?w)))
      (at end (free ?w))
      (at end (fresh ?g))))

  (:durative-action muck_out
    :parameters (?m - miner ?g - gallery)
    :duration (= ?duration 20)
    :condition (and
      (at start (free ?m))
      (at start (blasted ?g))
      (over all (dry ?g))
      (over all (fresh ?g))
      (over all (timbered ?g))
      (over all (at ?m ?g)))
    :effect (and
      (at start (not (free ?m)))
      (at end (free ?m))
      (at end (mucked_out ?g)))))
