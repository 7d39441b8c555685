; One guest, and either of two rooms will do: 101 is dirty but made up, 102 is clean but has no linen. Both are to be done.
(define (problem hotel-1)
  (:domain hotel)

  (:objects
    marta - housekeeper
    theo - receptionist
    mr_lindqvist - guest
    linen1 - linen_set
    lift1 - lift
    lobby - reception
    breakfast_room - breakfast_room
    room101 room102 - guest_room
    floor1 linen_room - place)

  (:init
    (at marta breakfast_room) (free marta)
    (at theo lobby) (free theo)
    (at mr_lindqvist lobby)
    (at linen1 linen_room)
    (in_order lift1) (stops_at lift1 lobby) (stops_at lift1 floor1)
    (in_order room101) (vacant room101) (made_up room101)
    (in_order room102) (vacant room102) (clean room102)
    (way lobby breakfast_room) (= (walking_time lobby breakfast_room) 1)
    (way breakfast_room lobby) (= (walking_time breakfast_room lobby) 1)
    (way lobby floor1) (= (walking_time lobby floor1) 3)
    (way floor1 lobby) (= (walking_time floor1 lobby) 3)
    (way lobby linen_room) (= (walking_time lobby linen_room) 2)
    (way linen_room lobby) (= (walking_time linen_room lobby) 2)
    (way floor1 room101) (= (walking_time floor1 room101) 1)
    (way room101 floor1) (= (walking_time room101 floor1) 1)
    (way floor1 room102) (= (walking_time floor1 room102) 1)
    (way room102 floor1) (= (walking_time room102 floor1) 1))

  (:goal (and
    (settled mr_lindqvist)
    (clean room101)
    (made_up room102)
    (laid breakfast_room)))
  (:metric minimize (total-time)))
