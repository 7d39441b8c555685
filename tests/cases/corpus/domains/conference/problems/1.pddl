; One talk, in the hall or in the library; the speaker is still at the hotel and the projector in the foyer.
(define (problem conference-1)
  (:domain conference)

  (:objects
    olga - host
    ben - technician
    adeyemi - speaker
    projector1 - projector
    minibus - bus
    glacier_talk - talk
    foyer hall library - room
    hotel - stop)

  (:init
    (at olga foyer) (free olga)
    (at ben hall) (free ben)
    (at adeyemi hotel) (free adeyemi)
    (left_in projector1 foyer)
    (parked minibus foyer)
    (gives adeyemi glacier_talk) (= (length glacier_talk) 40)
    (suits glacier_talk hall) (suits glacier_talk library)
    (arranged library) (sound_checked hall)
    (buffet foyer)
    (path foyer hall) (= (walking_time foyer hall) 2)
    (path hall foyer) (= (walking_time hall foyer) 2)
    (path foyer library) (= (walking_time foyer library) 4)
    (path library foyer) (= (walking_time library foyer) 4)
    (path hotel foyer) (= (walking_time hotel foyer) 25)
    (path foyer hotel) (= (walking_time foyer hotel) 25)
    (road hotel foyer) (= (driving_time hotel foyer) 6)
    (road foyer hotel) (= (driving_time foyer hotel) 6))

  (:goal (and
    (held glacier_talk)
    (fed adeyemi)))
  (:metric minimize (total-time)))
