; Three stagehands, two dressing rooms, two scenes with one sword; the throne goes back to the store after.
(define (problem theatre-3)
  (:domain theatre)

  (:objects
    rosa emil otto - stagehand
    igor - electrician
    clara hugo vera - actor
    throne balcony - set_piece
    sword - prop
    stage1 - stage
    left_wing right_wing - wing
    dressing_room1 dressing_room2 - dressing_room
    booth1 - booth
    store1 - store
    curtain1 - curtain
    scene1 scene2 - scene)

  (:init
    (at rosa left_wing) (idle rosa)
    (at emil right_wing) (idle emil)
    (at otto store1) (idle otto)
    (at igor right_wing) (idle igor)
    (at clara dressing_room1) (idle clara)
    (at hugo dressing_room1) (idle hugo)
    (at vera dressing_room2) (idle vera)
    (at throne store1)
    (at balcony right_wing)
    (at sword right_wing)
    (calls_for scene1 clara hugo throne sword) (= (length scene1) 20)
    (calls_for scene2 hugo vera balcony sword) (= (length scene2) 15)
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
    (door right_wing dressing_room2) (= (walking_time right_wing dressing_room2) 2)
    (door dressing_room2 right_wing) (= (walking_time dressing_room2 right_wing) 2)
    (door right_wing booth1) (= (walking_time right_wing booth1) 4)
    (door booth1 right_wing) (= (walking_time booth1 right_wing) 4)
    (door left_wing booth1) (= (walking_time left_wing booth1) 5)
    (door booth1 left_wing) (= (walking_time booth1 left_wing) 5))

  (:goal (and
    (rehearsed scene1)
    (rehearsed scene2)
    (at throne store1)))
  (:metric minimize (total-time)))
