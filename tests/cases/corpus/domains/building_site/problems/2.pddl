; The upper floor is to be poured upon room A, and a room gets its walls and its roof up there; the mixer is dirty.
(define (problem building_site-2)
  (:domain building_site)

  (:objects
    bricklayer1 bricklayer2 - bricklayer
    electrician1 - electrician
    plumber1 - plumber
    roofer1 - roofer
    inspector1 - inspector
    mixer1 - mixer
    heater1 - heater
    scaffold1 scaffold2 - scaffold
    floor0 floor1 - floor
    room_a room_b - room)

  (:init
    (idle bricklayer1) (idle bricklayer2) (idle electrician1) (idle plumber1) (idle roofer1) (idle inspector1)
    (has bricklayer1 mixer1)
    (stands_in scaffold1 room_a) (stored scaffold2)
    (formed floor0) (poured floor0) (hard floor0)
    (= (pouring_time floor0) 2) (= (drying_time floor0) 6)
    (= (pouring_time floor1) 2) (= (drying_time floor1) 8)
    (lies_on room_a floor0) (walled room_a) (covered room_a) (carries room_a floor1)
    (= (walling_time room_a) 4) (= (finishing_time room_a) 2)
    (lies_on room_b floor1) (= (walling_time room_b) 3) (= (finishing_time room_b) 3))

  (:goal (and
    (covered room_b)
    (wired room_b)
    (approved room_a)))
  (:metric minimize (total-time)))
