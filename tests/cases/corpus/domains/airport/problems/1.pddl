; Two aircraft at two gates: the Condor needs everything, the Heron is fuelled and free of ice.
(define (problem airport-1)
  (:domain airport)

  (:objects
    condor heron - aircraft
    tug1 - tug
    fuel_truck - fuel_truck
    cart1 - cart
    deicer - deicer
    baggage - goods
    gate_a1 gate_b1 - gate
    north_taxiway south_taxiway - taxiway
    pad - pad
    depot - depot
    runway - runway)

  (:init
    (at condor gate_a1) (= (boarding_time condor) 15)
    (at heron gate_b1) (= (boarding_time heron) 10) (fuelled heron) (deiced heron)
    (at tug1 gate_b1) (at fuel_truck depot) (at cart1 depot) (= (crew cart1) 1) (at deicer depot)
    (= (room gate_a1) 0) (= (room gate_b1) 0) (= (room north_taxiway) 1) (= (room south_taxiway) 1) (= (room pad) 1) (= (room runway) 1)
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
    (road depot pad) (= (travel_time depot pad) 4)
    (road pad depot) (= (travel_time pad depot) 4)
    (road north_taxiway pad) (= (travel_time north_taxiway pad) 2)
    (road pad north_taxiway) (= (travel_time pad north_taxiway) 2)
    (lane gate_a1 north_taxiway)
    (lane gate_b1 north_taxiway)
    (lane gate_b1 south_taxiway)
    (lane north_taxiway south_taxiway) (= (travel_time north_taxiway south_taxiway) 4)
    (lane south_taxiway north_taxiway) (= (travel_time south_taxiway north_taxiway) 4)
    (lane north_taxiway pad)
    (lane south_taxiway pad) (= (travel_time south_taxiway pad) 3)
    (lane pad runway) (= (travel_time pad runway) 2)
    (lane south_taxiway runway) (= (travel_time south_taxiway runway) 3))

  (:goal (and
    (loaded baggage condor)
    (loaded baggage heron)
    (airborne condor)
    (airborne heron)))
  (:metric minimize (total-time)))
