; The rain scene comes first and makes the square wet; the dry one may be shot there or at the lighthouse, in another costume.
(define (problem film_set-2)
  (:domain film_set)

  (:objects
    lena - actor
    yuki - makeup_artist
    camera_crew1 - camera_crew
    light_crew1 - light_crew
    cloak red_dress - costume
    rain_machine1 - rain_machine
    market_square lighthouse church - location
    base_camp - base
    scene1 scene2 - scene)

  (:init
    (at lena base_camp) (free lena) (plain_clothes lena)
    (at yuki church) (free yuki)
    (at camera_crew1 market_square) (free camera_crew1) (packed camera_crew1)
    (at light_crew1 church) (free light_crew1) (set_up light_crew1 church)
    (at cloak base_camp)
    (at red_dress church)
    (at rain_machine1 market_square)
    (dry church) (dry lighthouse) (dry market_square)
    (rain_scene scene1 lena cloak) (suits scene1 market_square) (= (length scene1) 20) (released scene1)
    (solo scene2 lena red_dress) (suits scene2 market_square) (suits scene2 lighthouse) (= (length scene2) 30) (follows scene2 scene1)
    (road base_camp church) (= (travel_time base_camp church) 6)
    (road church base_camp) (= (travel_time church base_camp) 6)
    (road base_camp market_square) (= (travel_time base_camp market_square) 8)
    (road market_square base_camp) (= (travel_time market_square base_camp) 8)
    (road church market_square) (= (travel_time church market_square) 4)
    (road market_square church) (= (travel_time market_square church) 4)
    (road market_square lighthouse) (= (travel_time market_square lighthouse) 12)
    (road lighthouse market_square) (= (travel_time lighthouse market_square) 12)
    (road church lighthouse) (= (travel_time church lighthouse) 15)
    (road lighthouse church) (= (travel_time lighthouse church) 15))

  (:goal (and
    (shot scene1)
    (shot scene2)
    (plain_clothes lena)))
  (:metric minimize (total-time)))
