; Five containers in two stacks; two are for the ship, the tank container comes off the quay.
(define (problem crane-3)
  (:domain crane)

  (:objects
    goliath bertha - crane
    lorry1 lorry2 - lorry
    aurora - ship
    container1 container2 container3 reefer tank - container
    pad1 pad2 pad3 pad4 pad5 - pad
    gate north_yard south_yard quay customs - area)

  (:init
    (at goliath north_yard) (empty goliath)
    (at bertha quay) (empty bertha)
    (at lorry1 gate) (empty lorry1)
    (at lorry2 south_yard) (empty lorry2)
    (at aurora quay)
    (stands pad1 north_yard) (stands pad2 north_yard) (stands pad3 south_yard) (stands pad4 south_yard) (stands pad5 quay)
    (stands container1 north_yard) (on container1 pad1)
    (stands reefer north_yard) (on reefer container1) (clear reefer)
    (stands container2 south_yard) (on container2 pad3)
    (stands container3 south_yard) (on container3 container2) (clear container3)
    (stands tank quay) (on tank pad5) (clear tank)
    (clear pad2) (clear pad4)
    (road gate north_yard) (road north_yard gate)
    (road gate south_yard) (road south_yard gate)
    (road north_yard quay) (road quay north_yard)
    (road south_yard quay) (road quay south_yard)
    (road gate customs) (road customs gate)
    (road north_yard customs) (road customs north_yard)
    (track north_yard south_yard) (track south_yard north_yard)
    (track south_yard quay) (track quay south_yard))

  (:goal (and
    (aboard container1 aurora)
    (aboard container3 aurora)
    (on reefer pad2)
    (stands tank south_yard))))
