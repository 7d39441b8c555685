; Satellites that take pictures: turn, switch an instrument on, calibrate it, take images.
;
; The task of IPC-2002 (Satellite, SimpleTime): a satellite has power for one instrument at a time, an
; instrument must be calibrated at one of its targets after it was switched on, and turning takes the same
; time everywhere. Time is counted in seconds. Names and the order of parameters follow the competition's;
; every condition is at least as strict, so a plan for this model is a plan for that one.
(define (domain satellite)
  (:requirements :strips :typing :equality :durative-actions)

  (:types satellite direction instrument mode)

  (:predicates
    (on_board ?i - instrument ?s - satellite)
    (supports ?i - instrument ?m - mode)
    (calibration_target ?i - instrument ?d - direction)
    (pointing ?s - satellite ?d - direction)
    (power_avail ?s - satellite)
    (power_on ?i - instrument)
    (calibrated ?i - instrument)
    (have_image ?d - direction ?m - mode))

  (:durative-action turn_to
    :parameters (?s - satellite ?d_new - direction ?d_prev - direction)
    :duration (= ?duration 5)
    :condition (and
      (at start (pointing ?s ?d_prev))
      (over all (not (= ?d_new ?d_prev))))
    :effect (and
      (at start (not (pointing ?s ?d_prev)))
      (at end (pointing ?s ?d_new))))

  (:durative-action switch_on
    :parameters (?i - instrument ?s - satellite)
    :duration (= ?duration 2)
    :condition (and
      (at start (power_avail ?s))
      (over all (on_board ?i ?s)))
    :effect (and
      (at start (not (power_avail ?s)))
      (at start (not (calibrated ?i)))
      (at end (power_on ?i))))

  (:durative-action switch_off
    :parameters (?i - instrument ?s - satellite)
    :duration (= ?duration 1)
    :condition (and
      (at start (power_on ?i))
      (over all (on_board ?i ?s)))
    :effect (and
      (at start (not (power_on ?i)))
      (at end (power_avail ?s))))

  ; As in the competition, a calibration needs the target in view only when it begins.
  (:durative-action calibrate
    :parameters (?s - satellite ?i - instrument ?d - direction)
    :duration (= ?duration 5)
    :condition (and
      (at start (pointing ?s ?d))
      (over all (on_board ?i ?s))
      (over all (calibration_target ?i ?d))
      (over all (power_on ?i))
      (at end (power_on ?i)))
    :effect (at end (calibrated ?i)))

  (:durative-action take_image
    :parameters (?s - satellite ?d - direction ?i - instrument ?m - mode)
    :duration (= ?duration 7)
    :condition (and
      (over all (pointing ?s ?d))
      (over all (on_board ?i ?s))
      (over all (supports ?i ?m))
      (over all (calibrated ?i))
      (over all (power_on ?i))
      (at end (power_on ?i)))
    :effect (at end (have_image ?d ?m))))
