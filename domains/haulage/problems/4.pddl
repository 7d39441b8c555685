; Two vans with room for a single parcel each; a driver has to walk to one of them.
(define (problem haulage-4)
  (:domain haulage)

  (:objects
    driver1 driver2 - driver
    van1 van2 - van
    parcel1 parcel2 parcel3 parcel4 - parcel
    depot market hospital school mill station - place)

  (:init
    (at driver1 depot) (at driver2 school)
    (at van1 depot) (vacant van1) (= (room van1) 1) (at van2 mill) (vacant van2) (= (room van2) 1)
    (lies parcel1 depot) (lies parcel2 station) (lies parcel3 depot) (lies parcel4 mill)
    (road depot market) (= (driving_time depot market) 10)
    (road market depot) (= (driving_time market depot) 10)
    (road depot mill) (= (driving_time depot mill) 15)
    (road mill depot) (= (driving_time mill depot) 15)
    (road market hospital) (= (driving_time market hospital) 8)
    (road hospital market) (= (driving_time hospital market) 8)
    (road mill hospital) (= (driving_time mill hospital) 12)
    (road hospital mill) (= (driving_time hospital mill) 12)
    (road hospital school) (= (driving_time hospital school) 6)
    (road school hospital) (= (driving_time school hospital) 6)
    (road station depot) (= (driving_time station depot) 9)
    (road depot station) (= (driving_time depot station) 9)
    (road station school) (= (driving_time station school) 16)
    (road school station) (= (driving_time school station) 16)
    (footpath depot market) (= (walking_time depot market) 25)
    (footpath market depot) (= (walking_time market depot) 25)
    (footpath market hospital) (= (walking_time market hospital) 18)
    (footpath hospital market) (= (walking_time hospital market) 18)
    (footpath school mill) (= (walking_time school mill) 22)
    (footpath mill school) (= (walking_time mill school) 22)
    (footpath station depot) (= (walking_time station depot) 20)
    (footpath depot station) (= (walking_time depot station) 20))

  (:goal (and
    (lies parcel1 hospital)
    (lies parcel2 school)
    (lies parcel3 mill)
    (lies parcel4 station)))
  (:metric minimize (total-time)))
