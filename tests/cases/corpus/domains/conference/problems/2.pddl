; Two talks and one projector, which is set up in room A; the guest speaker is at the station, the keynote speaker in the foyer.
(define (problem conference-2)
  (:domain conference)

  (:objects
    head_host student_host - host
    sound_technician - technician
    keynote_speaker guest_speaker - speaker
    projector1 - projector
    white_bus - bus
    keynote guest_lecture - talk
    room_a room_b foyer - room
    station - stop)

  (:init
    (at head_host foyer) (free head_host)
    (at student_host room_b) (free student_host)
    (at sound_technician room_a) (free sound_technician)
    (at keynote_speaker foyer) (free keynote_speaker)
    (at guest_speaker station) (free guest_speaker)
    (set_up projector1 room_a)
    (parked white_bus foyer)
    (gives keynote_speaker keynote) (= (length keynote) 45)
    (gives guest_speaker guest_lecture) (= (length guest_lecture) 30)
    (suits keynote room_a) (suits guest_lecture room_b) (suits guest_lecture room_a)
    (arranged room_a)
    (sound_checked room_b)
    (buffet foyer) (buffet room_b)
    (path foyer room_a) (= (walking_time foyer room_a) 2)
    (path room_a foyer) (= (walking_time room_a foyer) 2)
    (path foyer room_b) (= (walking_time foyer room_b) 3)
    (path room_b foyer) (= (walking_time room_b foyer) 3)
    (path room_a room_b) (= (walking_time room_a room_b) 1)
    (path room_b room_a) (= (walking_time room_b room_a) 1)
    (road station foyer) (= (driving_time station foyer) 9)
    (road foyer station) (= (driving_time foyer station) 9))

  (:goal (and
    (held keynote)
    (held guest_lecture)
    (fed guest_speaker)))
  (:metric minimize (total-time)))
