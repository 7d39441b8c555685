; Two iced aircraft, two tugs, two carts, and two pads but one de-icer.
(define (problem airport-2)
  (:domain airport)

  (:objects
    condor heron - aircraft
    tug1 tug2 - tug
    fuel_truck - fuel_truck
    cart1 cart2 - cart
    deicer - deicer
    baggage meals - goods
    gate_a1 gate_b1 - gate
    north_taxiway south_taxiway - taxiway
    pad_north pad_south - pad
    depot - depot
    runway - runway)

  (:init
    (at condor gate_a1) (= (boarding_time condor) 15)
    (at heron gate_b1) (= (boarding_time heron) 10) (fuelled heron)
    (at tug1 gate_a1) (at tug2 depot) (at fuel_truck gate_b1)
    (at cart1 depot) (= (crew cart1) 1) (at cart2 gate_b1) (= (crew cart2) 1) (at deicer depot)
    (= (room gate_a1) 0) (= (room gate_b1) 0) (= (room north_taxiway) 1) (= (room south_taxiway) 1) (= (room pad_north) 1) (= (room pad_south) 1) (= (room runway) 1)
    (road depot gate_a1) (= (travel_time depot gate_a1) 2)
    (road gate_a1 depot) (= (travel_time gate_a1 depot) 2)
    (road depot gate_b1) (= (travel_time depot gate_b1) 3)
    (road gate_b1 depot) (= (travel_time gate_b1 depot) 3)
    (road gate_a1 gate_b1) (= (travel_time gate_a1 gate_b1) 3)
    (road gate_b1 gate_a1) (= (travel_time gate_b1 gate_a1) 3)
    (road gate_a1 north_taxiway) (= (travel_time gate_a1 north_taxiway) 2)
    (road north_taxiway gate_a1) (= (travel_time north_taxiway gate_a1) 2)
    (road gate_b1 north_taxiway) (= (travel_time gate_b1 north_taxiway) 2)
    (road north_taxiway gate_b1) (= (travel_time north_taxiway gate_b1) 2)
    (road gate_b1 south_taxiway) (= (travel_time gate_b1 south_taxiway) 2)
    (road south_taxiway gate_b1) (= (travel_time south_taxiway gate_b1) 2)
    (road depot pad_north) (= (travel_time depot pad_north) 4)
    (road pad_north depot) (= (travel_time pad_north depot) 4)
    (road depot pad_south) (= (travel_time depot pad_south) 5)
    (road pad_south depot) (= (travel_time pad_south depot) 5)
    (road north_taxiway pad_north) (= (travel_time north_taxiway pad_north) 2)
    (road pad_north north_taxiway) (= (travel_time pad_north north_taxiway) 2)
    (road south_taxiway pad_south) (= (travel_time south_taxiway pad_south) 2)
    (road pad_south south_taxiway) (= (travel_time pad_south south_taxiway) 2)
    (road pad_north pad_south) (= (travel_time pad_north pad_south) 3)
    (road pad_south pad_north) (= (travel_time pad_south pad_north) 3)
    (lane gate_a1 north_taxiway)
    (lane gate_b1 north_taxiway)
    (lane gate_b1 south_taxiway)
    (lane north_taxiway south_taxiway) (= (travel_time north_taxiway south_taxiway) 4)
    (lane south_taxiway north_taxiway) (= (travel_time south_taxiway north_taxiway) 4)
    (lane north_taxiway pad_north)
    (lane south_taxiway pad_south)
    (lane pad_north runway) (= (travel_time pad_north runway) 2)
    (lane pad_south runway) (= (travel_time pad_south runway) 3))

  (:goal (and
    (loaded baggage condor)
    (loaded meals condor)
    (loaded meals heron)
    (airborne condor)
    (airborne heron)))
  (:metric minimize (total-time)))
