; Three galleries: one holds loose rock, one is charged already, one stands under water; at the end the drill is at the pithead.
(define (problem mine-3)
  (:domain mine)

  (:objects
    miner_jana miner_pavel - miner
    blaster_ruth - blaster
    hoistman_karl - hoistman
    pump1 pump2 - pump
    drill1 - drill
    main_fan small_fan - fan
    gallery1 gallery2 gallery3 - gallery
    pithead winding_house ladderway shaft_bottom - place)

  (:init
    (at miner_jana pithead) (free miner_jana)
    (at miner_pavel gallery1) (free miner_pavel)
    (at blaster_ruth gallery2) (free blaster_ruth)
    (at hoistman_karl winding_house) (free hoistman_karl)
    (= (people pithead) 1) (= (people winding_house) 1) (= (people ladderway) 0) (= (people shaft_bottom) 0) (= (people gallery1) 1) (= (people gallery2) 1) (= (people gallery3) 0)
    (open pithead) (open winding_house) (open ladderway) (open shaft_bottom) (open gallery1) (open gallery2) (open gallery3)
    (at pump1 pithead) (at pump2 gallery2) (at drill1 gallery1)
    (at main_fan pithead) (= (airing_time main_fan) 6)
    (at small_fan shaft_bottom) (= (airing_time small_fan) 14)
    (serves main_fan gallery1) (serves main_fan gallery2) (serves main_fan gallery3)
    (serves small_fan gallery1) (serves small_fan gallery2)
    (dry gallery1) (blasted gallery1)
    (dry gallery2) (fresh gallery2) (timbered gallery2) (drilled gallery2) (charged gallery2)
    (fresh gallery3)
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
    (way gallery2 shaft_bottom) (= (walking_time gallery2 shaft_bottom) 4)
    (way gallery2 gallery3) (= (walking_time gallery2 gallery3) 2)
    (way gallery3 gallery2) (= (walking_time gallery3 gallery2) 2)
    (way gallery1 gallery3) (= (walking_time gallery1 gallery3) 6)
    (way gallery3 gallery1) (= (walking_time gallery3 gallery1) 6))

  (:goal (and
    (mucked_out gallery1)
    (blasted gallery2)
    (timbered gallery2)
    (dry gallery3)
    (timbered gallery3)
    (at drill1 pithead)))
  (:metric minimize (total-time)))
