; In the evening: two paintings change halls, one of them by way of the workshop; one hall is still open to visitors.
(define (problem museum-3)
  (:domain museum)

  (:objects
    guard_omar guard_lena - guard
    conservator_ines conservator_tom - conservator
    old_fisherman blue_horse - painting
    trolley1 - trolley
    portrait_hall modern_hall - hall
    workshop - workshop
    security_office foyer back_corridor - place)

  (:init
    (at guard_omar foyer) (free guard_omar)
    (at guard_lena modern_hall) (free guard_lena)
    (at conservator_ines workshop) (free conservator_ines)
    (at conservator_tom foyer) (free conservator_tom)
    (= (people portrait_hall) 0) (= (people modern_hall) 1) (= (people workshop) 1) (= (people security_office) 0) (= (people foyer) 2) (= (people back_corridor) 0)
    (at old_fisherman portrait_hall) (hung old_fisherman) (= (restoring_time old_fisherman) 25)
    (at blue_horse modern_hall) (hung blue_horse) (= (restoring_time blue_horse) 10)
    (at trolley1 modern_hall)
    (armed portrait_hall) (open modern_hall) (checked modern_hall)
    (panel security_office portrait_hall) (panel security_office modern_hall)
    (panel foyer portrait_hall)
    (air_right workshop) (air_right portrait_hall)
    (way security_office foyer) (= (walking_time security_office foyer) 2)
    (way foyer security_office) (= (walking_time foyer security_office) 2)
    (way foyer portrait_hall) (= (walking_time foyer portrait_hall) 2)
    (way portrait_hall foyer) (= (walking_time portrait_hall foyer) 2)
    (way foyer modern_hall) (= (walking_time foyer modern_hall) 3)
    (way modern_hall foyer) (= (walking_time modern_hall foyer) 3)
    (way portrait_hall modern_hall) (= (walking_time portrait_hall modern_hall) 2)
    (way modern_hall portrait_hall) (= (walking_time modern_hall portrait_hall) 2)
    (way workshop back_corridor) (= (walking_time workshop back_corridor) 2)
    (way back_corridor workshop) (= (walking_time back_corridor workshop) 2)
    (way back_corridor modern_hall) (= (walking_time back_corridor modern_hall) 3)
    (way modern_hall back_corridor) (= (walking_time modern_hall back_corridor) 3)
    (way workshop portrait_hall) (= (walking_time workshop portrait_hall) 4)
    (way portrait_hall workshop) (= (walking_time portrait_hall workshop) 4))

  (:goal (and
    (restored blue_horse)
    (at blue_horse portrait_hall)
    (hung blue_horse)
    (at old_fisherman modern_hall)
    (hung old_fisherman)
    (armed portrait_hall)))
  (:metric minimize (total-time)))
