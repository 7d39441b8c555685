; Two couriers, two letter boxes; the red house lies beyond the bridge, and the parcel may go there by drone.
(define (problem post-1)
  (:domain post)

  (:objects
    emil frieda - courier
    drone1 - drone
    letter1 letter2 - mail
    parcel1 - parcel
    box1 box2 - box
    mill_house corner_house red_house - house
    town_depot market_square bridge - place)

  (:init
    (at emil town_depot) (at frieda market_square)
    (hovers drone1 town_depot)
    (in letter1 box1)
    (in letter2 box2)
    (carries frieda parcel1) (stamped parcel1)
    (counter town_depot)
    (neighbours mill_house corner_house) (neighbours corner_house mill_house)
    (lane town_depot market_square) (lane market_square town_depot)
    (lane town_depot box1) (lane box1 town_depot)
    (lane market_square box2) (lane box2 market_square)
    (lane market_square corner_house) (lane corner_house market_square)
    (lane box1 mill_house) (lane mill_house box1)
    (lane corner_house mill_house) (lane mill_house corner_house)
    (lane box2 bridge) (lane bridge box2)
    (lane bridge red_house) (lane red_house bridge))

  (:goal (and
    (delivered letter1 corner_house)
    (delivered parcel1 red_house)
    (sorted letter2))))
