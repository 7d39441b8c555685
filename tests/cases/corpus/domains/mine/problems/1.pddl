; One gallery is to be blasted and mucked out, the other one only drained; one miner, and the pump is at the pithead.
(define (problem mine-1)
  (:domain mine)

  (:objects
    miner_jana - miner
    blaster_ruth - blaster
    hoistman_karl - hoistman
    pump1 - pump
    drill1 - drill
    main_fan - fan
    gallery1 gallery2 - gallery
    pithead winding_house ladderway shaft_bottom - place)

  (:init
    (at miner_jana pithead) (free miner_jana)
    (at blaster_ruth shaft_bottom) (free blaster_ruth)
    (at hoistman_karl winding_house) (free hoistman_karl)
    (= (people pithead) 1) (= (people winding_house) 1) (= (people ladderway) 0) (= (people shaft_bottom) 1) (= (people gallery1) 0) (= (people gallery2) 0)
    (open pithead) (open winding_house) (open ladderway) (open shaft_bottom) (open gallery1) (open gallery2)
    (at pump1 pithead) (at drill1 shaft_bottom)
    (at main_fan shaft_bottom) (= (airing_time main_fan) 10)
    (serves main_fan gallery1) (serves main_fan gallery2)
    (dry gallery1) (fresh gallery1) (timbered gallery1)
    (fresh gallery2)
    (shaft pithead shaft_bottom) (shaft shaft_bottom pithead)
    (winds_from hoistman_karl winding_house)
    (way pithead winding_house) (= (walking_time pithead winding_house) 2)
    (way winding_house pithead) (= (walking_time winding_house pithead) 2)
    (way pithead ladderway) (= (walking_time pithead ladderway) 8)
    (way ladderway pithead) (= (walking_time ladderway pithead) 8)
    (way ladderway shaft_bottom) (= (walking_time ladderway shaft_bottom) 8)
    (way shaft_bottom ladderway) (= (walking_time shaft_bottom ladderway) 8)
    (way shaft_bottom gallery1) (= (walking_time shaft_bottom gallery1) 3)
    (way gallery1 shaft_bottom) (= (walking_time gallery1 shaft_bottom) 3)
    (way shaft_bottom gallery2) (= (walking_time shaft_bottom gallery2) 4)
    (way gallery2 shaft_bottom) (= (walking_time gallery2 shaft_bottom) 4))

  (:goal (and
    (mucked_out gallery1)
    (dry gallery2)))
  (:metric minimize (total-time)))
