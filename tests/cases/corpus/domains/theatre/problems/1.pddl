; One scene for two actors, two stagehands; everything passes through the left wing or the right one.
(define (problem theatre-1)
  (:domain theatre)

  (:objects
    rosa emil - stagehand
    igor - electrician
    clara hugo - actor
    throne - set_piece
    sword - prop
    stage1 - stage
    left_wing right_wing - wing
    dressing_room1 - dressing_room
    booth1 - booth
    store1 - store
    curtain1 - curtain
    scene1 - scene)

  (:init
    (at rosa store1) (idle rosa)
    (at emil left_wing) (idle emil)
    (at igor right_wing) (idle igor)
    (at clara dressing_room1) (idle clara)
    (at hugo left_wing) (idle hugo)
    (at throne store1)
    (at sword dressing_room1)
    (calls_for scene1 clara hugo throne sword) (= (length scene1) 20)
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
    (door booth1 right_wing) (= (walking_time booth1 right_wing) 4))

  (:goal (and
    (rehearsed scene1)
    (at throne store1)))
  (:metric minimize (total-time)))
