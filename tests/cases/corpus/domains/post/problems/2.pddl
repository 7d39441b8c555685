; Two depots, three letter boxes, one of them with a parcel; no lane leads to the farmhouse, only the drone gets there.
(define (problem post-2)
  (:domain post)

  (:objects
    emil ida - courier
    drone1 - drone
    letter1 letter2 - mail
    parcel2 - parcel
    box1 box2 box3 - box
    baker_house school_house farm_house - house
    town_depot station_depot market_square - place)

  (:init
    (at emil market_square) (at ida station_depot)
    (hovers drone1 school_house)
    (in letter1 box1)
    (in letter2 box2)
    (in parcel2 box3)
    (counter town_depot) (counter station_depot)
    (neighbours baker_house school_house) (neighbours school_house baker_house)
    (lane town_depot market_square) (lane market_square town_depot)
    (lane station_depot box3) (lane box3 station_depot)
    (lane market_square box1) (lane box1 market_square)
    (lane market_square box3) (lane box3 market_square)
    (lane town_depot box2) (lane box2 town_depot)
    (lane box1 baker_house) (lane baker_house box1)
    (lane station_depot school_house) (lane school_house station_depot)
    (lane school_house baker_house) (lane baker_house school_house)
    (lane box2 baker_house) (lane baker_house box2))

  (:goal (and
    (delivered letter2 school_house)
    (delivered parcel2 farm_house)
    (emptied box1))))
