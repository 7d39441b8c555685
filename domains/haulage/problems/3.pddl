; Two vans and one driver, who has to change vans; the ferry is the only way to the island.
(define (problem haulage-3)
  (:domain haulage)

  (:objects
    driver1 - driver
    van1 van2 - van
    parcel1 parcel2 parcel3 - parcel
    depot market hospital school mill ferry island - place)

  (:init
    (at driver1 market)
    (at van1 depot) (vacant van1) (= (room van1) 3) (at van2 ferry) (vacant van2) (= (room van2) 1)
    (lies parcel1 depot) (lies parcel2 market) (lies parcel3 island)
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
    (road hospital ferry) (= (driving_time hospital ferry) 7)
    (road ferry hospital) (= (driving_time ferry hospital) 7)
    (road mill ferry) (= (driving_time mill ferry) 5)
    (road ferry mill) (= (driving_time ferry mill) 5)
    (road ferry island) (= (driving_time ferry island) 30)
    (road island ferry) (= (driving_time island ferry) 30)
    (footpath depot market) (= (walking_time depot market) 25)
    (footpath market depot) (= (walking_time market depot) 25)
    (footpath market hospital) (= (walking_time market hospital) 18)
    (footpath hospital market) (= (walking_time hospital market) 18)
    (footpath ferry hospital) (= (walking_time ferry hospital) 15)
    (footpath hospital ferry) (= (walking_time hospital ferry) 15))

  (:goal (and
    (lies parcel1 hospital)
    (lies parcel2 school)
    (lies parcel3 mill)))
  (:metric minimize (total-time)))
