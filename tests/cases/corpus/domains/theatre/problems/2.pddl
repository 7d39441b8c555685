; Two scenes with one actress in both; the curtain is open, and the throne of the last show is in the way.
(define (problem theatre-2)
  (:domain theatre)

  (:objects
    rosa emil - stagehand
    igor - electrician
    clara hugo vera - actor
    throne balcony - set_piece
    sword lantern - prop
    stage1 - stage
    left_wing right_wing - wing
    dressing_room1 - dressing_room
    booth1 - booth
    store1 - store
    curtain1 - curtain
    scene1 scene2 - scene)

  (:init
    (at rosa store1) (idle rosa)
    (at emil right_wing) (idle emil)
    (at igor left_wing) (idle igor)
    (at clara dressing_room1) (idle clara)
    (at hugo dressing_room1) (idle hugo)
    (at vera left_wing) (idle vera) (in_costume vera)
    (at throne stage1)
    (at balcony store1)
    (at sword left_wing)
    (at lantern right_wing)
    (open curtain1)
    (calls_for scene1 clara hugo throne sword) (= (length scene1) 20)
    (calls_for scene2 clara vera balcony lantern) (= (length scene2) 15)
    (door stage1 left_wing) (= (walking_time stage1 left_wing) 1)
    (door left_wing stage1) (= (walking_time left_wing stage1) 1)
    (door stage1 right_wing) (= (walking_time stage1 right_wing) 1)
    (door right_wing stage1) (= (walking_time right_wing stage1) 1)
    (door left_wing store1) (= (walking_time left_wing store1) 3)
    (door store1 left_wing) (= (walking_time store1 left_wing) 3)
    (door right_wing store1) (= (walking_time right_wing store1) 4)
    (door store1 right_wing) (= (walking_time store1 right_wing) 4)
    (door left_wing dressing_room1) (= (walking_time left_wing dressing_room1) 2)
    (door dressing_room1 left_wing) (= (walking_time dressing_room1 left_wing) 2)
    (door right_wing dressing_room1) (= (walking_time right_wing dressing_room1) 3)
    (door dressing_room1 right_wing) (= (walking_time dressing_room1 right_wing) 3)
    (door right_wing booth1) (= (walking_time right_wing booth1) 4)
    (door booth1 right_wing) (= (walking_time booth1 right_wing) 4)
    (door left_wing booth1) (= (walking_time left_wing booth1) 5)
    (door booth1 left_wing) (= (walking_time booth1 left_wing) 5))

  (:goal (and
    (rehearsed scene1)
    (rehearsed scene2)))
  (:metric minimize (total-time)))
