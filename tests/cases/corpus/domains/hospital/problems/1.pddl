; Two nurses, two patients, three things to bring; room 2 has a door to either corridor.
(define (problem hospital-1)
  (:domain hospital)

  (:objects
    nurse_ada nurse_ben - nurse
    mr_novak mrs_silva - patient
    antibiotic - medicine
    soup sandwich - meal
    room1 room2 - sickroom
    north_corridor south_corridor pharmacy kitchen - place)

  (:init
    (in nurse_ada north_corridor) (free nurse_ada) (= (hands nurse_ada) 2)
    (in nurse_ben south_corridor) (free nurse_ben) (= (hands nurse_ben) 2)
    (in mr_novak room1) (rests mr_novak)
    (in mrs_silva room2) (rests mrs_silva)
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
    (way south_corridor north_corridor) (= (walking_time south_corridor north_corridor) 3))

  (:goal (and
    (received mr_novak antibiotic)
    (received mr_novak soup)
    (received mrs_silva sandwich)
    (washed mrs_silva)))
  (:metric minimize (total-time)))
