; Two guests for three rooms; the shower of 103 has to be repaired and the room cleaned before the evening.
(define (problem hotel-3)
  (:domain hotel)

  (:objects
    marta jonas - housekeeper
    theo - receptionist
    oleg - technician
    mr_lindqvist mrs_perez - guest
    linen1 linen2 - linen_set
    lift1 - lift
    lobby - reception
    breakfast_room - breakfast_room
    room101 room102 room103 - guest_room
    floor1 linen_room - place)

  (:init
    (at marta room101) (free marta)
    (at jonas linen_room) (free jonas)
    (at theo lobby) (free theo)
    (at oleg lobby) (free oleg)
    (at mr_lindqvist lobby)
    (at mrs_perez breakfast_room)
    (at linen1 linen_room)
    (at linen2 floor1)
    (in_order lift1) (stops_at lift1 lobby) (stops_at lift1 floor1) (stops_at lift1 linen_room)
    (in_order room101) (vacant room101)
    (in_order room102) (vacant room102) (clean room102)
    (vacant room103) (clean room103) (made_up room103)
    (way lobby breakfast_room) (= (walking_time lobby breakfast_room) 1)
    (way breakfast_room lobby) (= (walking_time breakfast_room lobby) 1)
    (way lobby floor1) (= (walking_time lobby floor1) 4)
    (way floor1 lobby) (= (walking_time floor1 lobby) 4)
    (way lobby linen_room) (= (walking_time lobby linen_room) 3)
    (way linen_room lobby) (= (walking_time linen_room lobby) 3)
    (way floor1 room101) (= (walking_time floor1 room101) 1)
    (way room101 floor1) (= (walking_time room101 floor1) 1)
    (way floor1 room102) (= (walking_time floor1 room102) 1)
    (way room102 floor1) (= (walking_time room102 floor1) 1)
    (way floor1 room103) (= (walking_time floor1 room103) 2)
    (way room103 floor1) (= (walking_time room103 floor1) 2))

  (:goal (and
    (settled mr_lindqvist)
    (settled mrs_perez)
    (in_order room103)
    (clean room103)
    (laid breakfast_room)))
  (:metric minimize (total-time)))
