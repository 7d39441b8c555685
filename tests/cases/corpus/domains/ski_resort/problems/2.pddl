; Two groomers, three slopes; the nursery slope is open and watched by Paul, the black slope lacks snow.
(define (problem ski_resort-2)
  (:domain ski_resort)

  (:objects
    groomer1 groomer2 - groomer
    lena paul - patroller
    nursery_slope blue_slope black_slope - slope
    garage valley_station top_station - place
    gondola chairlift - lift
    cannon1 cannon2 - cannon)

  (:init
    (at groomer1 garage) (free groomer1)
    (at groomer2 top_station) (free groomer2)
    (at lena garage) (free lena)
    (at paul nursery_slope) (watches paul nursery_slope)
    (snowy nursery_slope) (groomed nursery_slope) (checked nursery_slope) (open nursery_slope)
    (snowy blue_slope)
    (= (grooming_time nursery_slope) 10)
    (= (grooming_time blue_slope) 20)
    (= (grooming_time black_slope) 30)
    (links chairlift valley_station blue_slope) (= (ride_time chairlift) 5)
    (serves chairlift nursery_slope) (serves chairlift blue_slope)
    (links gondola valley_station top_station) (= (ride_time gondola) 8) (serves gondola black_slope)
    (running chairlift)
    (= (nozzles cannon1) 1) (reaches cannon1 black_slope)
    (= (nozzles cannon2) 1) (reaches cannon2 blue_slope) (reaches cannon2 nursery_slope)
    (way garage valley_station) (= (travel_time garage valley_station) 3)
    (way valley_station garage) (= (travel_time valley_station garage) 3)
    (way valley_station nursery_slope) (= (travel_time valley_station nursery_slope) 4)
    (way nursery_slope valley_station) (= (travel_time nursery_slope valley_station) 4)
    (way valley_station blue_slope) (= (travel_time valley_station blue_slope) 6)
    (way blue_slope valley_station) (= (travel_time blue_slope valley_station) 6)
    (way blue_slope top_station) (= (travel_time blue_slope top_station) 8)
    (way top_station blue_slope) (= (travel_time top_station blue_slope) 8)
    (way blue_slope black_slope) (= (travel_time blue_slope black_slope) 9)
    (way black_slope blue_slope) (= (travel_time black_slope blue_slope) 9)
    (way black_slope top_station) (= (travel_time black_slope top_station) 7)
    (way top_station black_slope) (= (travel_time top_station black_slope) 7)
    (way nursery_slope blue_slope) (= (travel_time nursery_slope blue_slope) 5)
    (way blue_slope nursery_slope) (= (travel_time blue_slope nursery_slope) 5))

  (:goal (and
    (open black_slope)
    (groomed blue_slope)
    (at groomer1 garage)))
  (:metric minimize (total-time)))
