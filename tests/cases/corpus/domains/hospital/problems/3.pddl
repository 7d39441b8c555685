; Three rooms, three patients and two wheelchairs; one patient goes from room 3 to the X-ray room.
(define (problem hospital-3)
  (:domain hospital)

  (:objects
    nurse_ada nurse_ben - nurse
    porter_paul - porter
    radiographer_iris - radiographer
    wheelchair1 wheelchair2 - wheelchair
    mr_novak mrs_silva mr_okafor - patient
    antibiotic - medicine
    soup sandwich - meal
    room1 room2 room3 - sickroom
    xray_room - xray_room
    north_corridor south_corridor pharmacy kitchen - place)

  (:init
    (in nurse_ada pharmacy) (free nurse_ada) (= (hands nurse_ada) 2)
    (in nurse_ben room2) (free nurse_ben) (= (hands nurse_ben) 2)
    (in porter_paul kitchen) (free porter_paul) (= (hands porter_paul) 2)
    (in radiographer_iris south_corridor) (free radiographer_iris)
    (in wheelchair1 xray_room) (in wheelchair2 room2)
    (in mr_novak room1) (rests mr_novak)
    (in mrs_silva room2) (rests mrs_silva)
    (in mr_okafor room3) (rests mr_okafor)
    (in antibiotic pharmacy) (= (taking_time antibiotic) 3)
    (in soup kitchen) (= (taking_time soup) 10)
    (in sandwich kitchen) (= (taking_time sandwich) 6)
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
    (way room3 south_corridor) (= (walking_time room3 south_corridor) 1)
    (way south_corridor room3) (= (walking_time south_corridor room3) 1)
    (way xray_room south_corridor) (= (walking_time xray_room south_corridor) 3)
    (way south_corridor xray_room) (= (walking_time south_corridor xray_room) 3)
    (way xray_room north_corridor) (= (walking_time xray_room north_corridor) 4)
    (way north_corridor xray_room) (= (walking_time north_corridor xray_room) 4))

  (:goal (and
    (xrayed mr_okafor)
    (received mr_okafor soup)
    (received mr_novak antibiotic)
    (received mrs_silva sandwich)
    (washed mrs_silva)))
  (:metric minimize (total-time)))
