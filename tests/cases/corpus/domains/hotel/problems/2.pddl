; The lift is out of order. One guest leaves, one arrives; the empty room has a leaking shower.
(define (problem hotel-2)
  (:domain hotel)

  (:objects
    marta - housekeeper
    theo - receptionist
    oleg - technician
    ms_haddad mrs_perez - guest
    linen1 - linen_set
    lift1 - lift
    lobby - reception
    breakfast_room - breakfast_room
    room201 room202 - guest_room
    floor2 linen_room - place)

  (:init
    (at marta floor2) (free marta)
    (at theo breakfast_room) (free theo)
    (at oleg linen_room) (free oleg)
    (at ms_haddad room201) (has_key ms_haddad room201) (settled ms_haddad)
    (at mrs_perez lobby)
    (at linen1 linen_room)
    (stops_at lift1 lobby) (stops_at lift1 floor2) (stops_at lift1 linen_room)
    (in_order room201) (clean room201) (made_up room201)
    (vacant room202) (made_up room202)
    (way lobby breakfast_room) (= (walking_time lobby breakfast_room) 1)
    (way breakfast_room lobby) (= (walking_time breakfast_room lobby) 1)
    (way lobby floor2) (= (walking_time lobby floor2) 6)
    (way floor2 lobby) (= (walking_time floor2 lobby) 6)
    (way lobby linen_room) (= (walking_time lobby linen_room) 3)
    (way linen_room lobby) (= (walking_time linen_room lobby) 3)
    (way floor2 room201) (= (walking_time floor2 room201) 1)
    (way room201 floor2) (= (walking_time room201 floor2) 1)
    (way floor2 room202) (= (walking_time floor2 room202) 1)
    (way room202 floor2) (= (walking_time room202 floor2) 1))

  (:goal (and
    (checked_out ms_haddad)
    (settled mrs_perez)
    (in_order lift1)
    (laid breakfast_room)))
  (:metric minimize (total-time)))
