; Gallery 2 is flooded and full of fumes; the hoistman is at the pithead; a small fan below, a big one above ground.
(define (problem mine-2)
  (:domain mine)

  (:objects
    miner_jana miner_pavel - miner
    blaster_ruth - blaster
    hoistman_karl - hoistman
    pump1 - pump
    drill1 - drill
    main_fan small_fan - fan
    gallery1 gallery2 - gallery
    pithead winding_house ladderway shaft_bottom - place)

  (:init
    (at miner_jana pithead) (free miner_jana)
    (at miner_pavel shaft_bottom) (free miner_pavel)
    (at blaster_ruth pithead) (free blaster_ruth)
    (at hoistman_karl pithead) (free hoistman_karl)
    (= (people pithead) 3) (= (people winding_house) 0) (= (people ladderway) 0) (= (people shaft_bottom) 1) (= (people gallery1) 0) (= (people gallery2) 0)
    (open pithead) (open winding_house) (open ladderway) (open shaft_bottom) (open gallery1) (open gallery2)
    (at pump1 gallery1) (at drill1 pithead)
    (at main_fan pithead) (= (airing_time main_fan) 6)
    (at small_fan shaft_bottom) (= (airing_time small_fan) 14)
    (serves main_fan gallery1) (serves main_fan gallery2)
    (serves small_fan gallery1) (serves small_fan gallery2)
    (dry gallery1) (fresh gallery1)
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
    (way gallery1 gallery2) (= (walking_time gallery1 gallery2) 2)
    (way gallery2 gallery1) (= (walking_time gallery2 gallery1) 2)
    (way shaft_bottom gallery2) (= (walking_time shaft_bottom gallery2) 5)
    (way gallery2 shaft_bottom) (= (walking_time gallery2 shaft_bottom) 5))

  (:goal (and
    (blasted gallery2)
    (fresh gallery2)
    (timbered gallery1)
    (at miner_jana pithead)))
  (:metric minimize (total-time)))
