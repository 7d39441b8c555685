; A dry scene in the church or in the barn, then a rain scene on the market square.
(define (problem film_set-1)
  (:domain film_set)

  (:objects
    lena - actor
    yuki - makeup_artist
    camera_crew1 - camera_crew
    light_crew1 - light_crew
    cloak - costume
    rain_machine1 - rain_machine
    church barn market_square - location
    base_camp - base
    scene1 scene2 - scene)

  (:init
    (at lena base_camp) (free lena) (plain_clothes lena)
    (at yuki base_camp) (free yuki)
    (at camera_crew1 base_camp) (free camera_crew1) (packed camera_crew1)
    (at light_crew1 barn) (free light_crew1) (packed light_crew1)
    (at cloak base_camp)
    (at rain_machine1 barn)
    (dry church) (dry barn) (dry market_square)
    (solo scene1 lena cloak) (suits scene1 church) (suits scene1 barn) (= (length scene1) 25) (released scene1)
    (rain_scene scene2 lena cloak) (suits scene2 market_square) (= (length scene2) 15) (follows scene2 scene1)
    (road base_camp church) (= (travel_time base_camp church) 6)
    (road church base_camp) (= (travel_time church base_camp) 6)
    (road base_camp market_square) (= (travel_time base_camp market_square) 8)
    (road market_square base_camp) (= (travel_time market_square base_camp) 8)
    (road base_camp barn) (= (travel_time base_camp barn) 10)
    (road barn base_camp) (= (travel_time barn base_camp) 10)
    (road church market_square) (= (travel_time church market_square) 4)
    (road market_square church) (= (travel_time market_square church) 4)
    (road barn market_square) (= (travel_time barn market_square) 7)
    (road market_square barn) (= (travel_time market_square barn) 7))

  (:goal (and
    (shot scene1)
    (shot scene2)
    (packed camera_crew1)))
  (:metric minimize (total-time)))
