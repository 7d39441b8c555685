; The porter and the only wheelchair: one patient goes to the X-ray room and back; the radiographer is at lunch.
(define (problem hospital-2)
  (:domain hospital)

  (:objects
    nurse_ada nurse_ben - nurse
    porter_paul - porter
    radiographer_iris - radiographer
    wheelchair1 - wheelchair
    mr_novak mrs_silva - patient
    painkiller - medicine
    soup - meal
    room1 room2 - sickroom
    xray_room - xray_room
    north_corridor south_corridor pharmacy kitchen - place)

  (:init
    (in nurse_ada room1) (free nurse_ada) (= (hands nurse_ada) 2)
    (in nurse_ben pharmacy) (free nurse_ben) (= (hands nurse_ben) 2)
    (in porter_paul south_corridor) (free porter_paul) (= (hands porter_paul) 2)
    (in radiographer_iris kitchen) (free radiographer_iris)
    (in wheelchair1 north_corridor)
    (in mr_novak room1) (rests mr_novak)
    (in mrs_silva room2) (rests mrs_silva)
    (in painkiller pharmacy) (= (taking_time painkiller) 2)
    (in soup kitchen) (= (taking_time soup) 10)
    (way room1 north_corridor) (= (walking_time room1 north_corridor) 1)
    (way north_corridor room1) (= (walking_time north_corridor room1) 1)
    (way room2 north_corridor) (= (walking_time room2 north_corridor) 1)
    (way north_corridor room2) (= (walking_time north_corridor room2) 1)
    (way room2 south_corridor) (= (walking_time room2 south_corridor) 1)
    (way south_corridor room2) (= (walking_time south_corridor room2) 1)
    (way pharmacy north_corridor) (= (walking_time pharmacy north_corridor) 2)
    (way north_corridor pharmacy) (= (walking_time north_corridor pharmacy) 2)
    (way kitchen south_corridor) (= (walking_time kitchen south_corridor) 2)
    (way south_corridor kitchen) (= (walking_time south_corridor kitchen) 2)
    (way north_corridor south_corridor) (= (walking_time north_corridor south_corridor) 3)
    (way south_corridor north_corridor) (= (walking_time south_corridor north_corridor) 3)
    (way xray_room south_corridor) (= (walking_time xray_room south_corridor) 3)
    (way south_corridor xray_room) (= (walking_time south_corridor xray_room) 3)
    (way xray_room north_corridor) (= (walking_time xray_room north_corridor) 4)
    (way north_corridor xray_room) (= (walking_time north_corridor xray_room) 4))

  (:goal (and
    (xrayed mrs_silva)
    (in mrs_silva room2)
    (received mrs_silva painkiller)
    (received mr_novak soup)
    (washed mr_novak)))
  (:metric minimize (total-time)))
