; A dialogue, a rain scene and the end of the film; Marco is made up but wears the cloak, which is Lena's, and the bridge is wet.
(define (problem film_set-3)
  (:domain film_set)

  (:objects
    lena marco - actor
    yuki - makeup_artist
    camera_crew1 camera_crew2 - camera_crew
    light_crew1 - light_crew
    cloak uniform - costume
    rain_machine1 - rain_machine
    bridge church barn - location
    base_camp - base
    scene1 scene2 scene3 - scene)

  (:init
    (at lena base_camp) (free lena) (plain_clothes lena)
    (at marco base_camp) (free marco) (wears marco cloak) (made_up marco)
    (at yuki barn) (free yuki)
    (at camera_crew1 base_camp) (free camera_crew1) (packed camera_crew1)
    (at camera_crew2 bridge) (free camera_crew2) (packed camera_crew2)
    (at light_crew1 base_camp) (free light_crew1) (packed light_crew1)
    (at uniform base_camp)
    (at rain_machine1 base_camp)
    (dry church) (dry barn)
    (dialogue scene1 lena cloak marco uniform) (suits scene1 church) (suits scene1 bridge) (= (length scene1) 30) (released scene1)
    (rain_scene scene2 marco uniform) (suits scene2 bridge) (suits scene2 barn) (= (length scene2) 15) (released scene2)
    (solo scene3 lena cloak) (suits scene3 church) (suits scene3 barn) (= (length scene3) 10) (follows scene3 scene1)
    (road base_camp church) (= (travel_time base_camp church) 5)
    (road church base_camp) (= (travel_time church base_camp) 5)
    (road base_camp barn) (= (travel_time base_camp barn) 8)
    (road barn base_camp) (= (travel_time barn base_camp) 8)
    (road church bridge) (= (travel_time church bridge) 3)
    (road bridge church) (= (travel_time bridge church) 3)
    (road church barn) (= (travel_time church barn) 7)
    (road barn church) (= (travel_time barn church) 7)
    (road barn bridge) (= (travel_time barn bridge) 6)
    (road bridge barn) (= (travel_time bridge barn) 6))

  (:goal (and
    (shot scene1)
    (shot scene2)
    (shot scene3)))
  (:metric minimize (total-time)))
