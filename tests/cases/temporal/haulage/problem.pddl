; One van, two drivers, three parcels.
(define (problem haulage-1)
  (:domain haulage)

  (:objects
    driver1 driver2 - driver
    van1 - van
    parcel1 parcel2 parcel3 - parcel
    depot market hospital school mill - place)

  (:init
    (at driver1 depot) (at driver2 market)
    (at van1 depot) (vacant van1) (= (room van1) 2)
    (lies parcel1 depot) (lies parcel2 depot) (lies parcel3 market)
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
    (road market school) (= (driving_time market school) 20)
    (road school market) (= (driving_time school market) 20)
    (footpath depot market) (= (walking_time depot market) 25)
    (footpath market depot) (= (walking_time market depot) 25)
    (footpath market hospital) (= (walking_time market hospital) 18)
    (footpath hospital market) (= (walking_time hospital market) 18)
    (footpath hospital school) (= (walking_time hospital school) 12)
    (footpath school hospital) (= (walking_time school hospital) 12))

  (:goal (and
    (lies parcel1 hospital)
    (lies parcel2 school)
    (lies parcel3 mill)))
  (:metric minimize (total-time)))
