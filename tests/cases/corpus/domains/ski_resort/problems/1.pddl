; One groomer, two patrollers, two slopes; the red slope lacks snow and the chairlift stands still.
(define (problem ski_resort-1)
  (:domain ski_resort)

  (:objects
    groomer1 - groomer
    lena max - patroller
    blue_slope red_slope - slope
    valley_station hut summit - place
    chairlift t_bar - lift
    cannon1 - cannon)

  (:init
    (at groomer1 valley_station) (free groomer1)
    (at lena valley_station) (free lena)
    (at max hut) (free max)
    (snowy blue_slope) (= (grooming_time blue_slope) 20)
    (= (grooming_time red_slope) 25)
    (links chairlift valley_station hut) (= (ride_time chairlift) 6) (serves chairlift blue_slope)
    (links t_bar hut summit) (= (ride_time t_bar) 5) (serves t_bar red_slope)
    (running t_bar)
    (= (nozzles cannon1) 1) (reaches cannon1 red_slope) (reaches cannon1 blue_slope)
    (way valley_station blue_slope) (= (travel_time valley_station blue_slope) 5)
    (way blue_slope valley_station) (= (travel_time blue_slope valley_station) 5)
    (way blue_slope hut) (= (travel_time blue_slope hut) 6)
    (way hut blue_slope) (= (travel_time hut blue_slope) 6)
    (way hut red_slope) (= (travel_time hut red_slope) 5)
    (way red_slope hut) (= (travel_time red_slope hut) 5)
    (way red_slope summit) (= (travel_time red_slope summit) 6)
    (way summit red_slope) (= (travel_time summit red_slope) 6)
    (way valley_station red_slope) (= (travel_time valley_station red_slope) 12)
    (way red_slope valley_station) (= (travel_time red_slope valley_station) 12))

  (:goal (and
    (open blue_slope)
    (open red_slope)
    (at groomer1 hut)))
  (:metric minimize (total-time)))
