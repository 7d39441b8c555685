; In the morning: two halls are to open; a painting comes back from the workshop first, and the humidity has to be right.
(define (problem museum-2)
  (:domain museum)

  (:objects
    guard_omar guard_lena - guard
    conservator_ines - conservator
    winter_landscape - painting
    trolley1 - trolley
    portrait_hall landscape_hall - hall
    workshop - workshop
    security_office foyer back_corridor - place)

  (:init
    (at guard_omar security_office) (free guard_omar)
    (at guard_lena foyer) (free guard_lena)
    (at conservator_ines workshop) (free conservator_ines)
    (= (people portrait_hall) 0) (= (people landscape_hall) 0) (= (people workshop) 1) (= (people security_office) 1) (= (people foyer) 1) (= (people back_corridor) 0)
    (at winter_landscape workshop) (= (restoring_time winter_landscape) 15)
    (at trolley1 workshop)
    (armed portrait_hall) (armed landscape_hall)
    (panel security_office portrait_hall) (panel security_office landscape_hall)
    (panel back_corridor landscape_hall)
    (air_right workshop) (air_right portrait_hall)
    (way security_office foyer) (= (walking_time security_office foyer) 2)
    (way foyer security_office) (= (walking_time foyer security_office) 2)
    (way foyer portrait_hall) (= (walking_time foyer portrait_hall) 2)
    (way portrait_hall foyer) (= (walking_time portrait_hall foyer) 2)
    (way portrait_hall landscape_hall) (= (walking_time portrait_hall landscape_hall) 1)
    (way landscape_hall portrait_hall) (= (walking_time landscape_hall portrait_hall) 1)
    (way foyer landscape_hall) (= (walking_time foyer landscape_hall) 3)
    (way landscape_hall foyer) (= (walking_time landscape_hall foyer) 3)
    (way workshop back_corridor) (= (walking_time workshop back_corridor) 2)
    (way back_corridor workshop) (= (walking_time back_corridor workshop) 2)
    (way back_corridor landscape_hall) (= (walking_time back_corridor landscape_hall) 3)
    (way landscape_hall back_corridor) (= (walking_time landscape_hall back_corridor) 3)
    (way workshop foyer) (= (walking_time workshop foyer) 6)
    (way foyer workshop) (= (walking_time foyer workshop) 6))

  (:goal (and
    (restored winter_landscape)
    (at winter_landscape landscape_hall)
    (hung winter_landscape)
    (open portrait_hall)
    (open landscape_hall)
    (air_right landscape_hall)))
  (:metric minimize (total-time)))
