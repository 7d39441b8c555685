; By night: one painting is to be restored and back on its wall, with the alarm set; guard and conservator, one each.
(define (problem museum-1)
  (:domain museum)

  (:objects
    guard_omar - guard
    conservator_ines - conservator
    old_fisherman - painting
    trolley1 - trolley
    portrait_hall - hall
    workshop - workshop
    security_office foyer - place)

  (:init
    (at guard_omar security_office) (free guard_omar)
    (at conservator_ines workshop) (free conservator_ines)
    (= (people portrait_hall) 0) (= (people workshop) 1) (= (people security_office) 1) (= (people foyer) 0)
    (at old_fisherman portrait_hall) (hung old_fisherman) (= (restoring_time old_fisherman) 25)
    (at trolley1 portrait_hall)
    (armed portrait_hall)
    (panel security_office portrait_hall) (panel foyer portrait_hall)
    (air_right portrait_hall)
    (way security_office foyer) (= (walking_time security_office foyer) 2)
    (way foyer security_office) (= (walking_time foyer security_office) 2)
    (way foyer portrait_hall) (= (walking_time foyer portrait_hall) 2)
    (way portrait_hall foyer) (= (walking_time portrait_hall foyer) 2)
    (way foyer workshop) (= (walking_time foyer workshop) 4)
    (way workshop foyer) (= (walking_time workshop foyer) 4)
    (way portrait_hall workshop) (= (walking_time portrait_hall workshop) 2)
    (way workshop portrait_hall) (= (walking_time workshop portrait_hall) 2))

  (:goal (and
    (restored old_fisherman)
    (at old_fisherman portrait_hall)
    (hung old_fisherman)
    (armed portrait_hall)))
  (:metric minimize (total-time)))
