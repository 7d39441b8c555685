; Two lorries; the ship takes a dry and a refrigerated container, whose pad a third one needs.
(define (problem crane-2)
  (:domain crane)

  (:objects
    goliath bertha - crane
    lorry1 lorry2 - lorry
    aurora - ship
    container1 container2 container3 reefer - container
    pad1 pad2 pad3 pad4 - pad
    gate north_yard south_yard quay customs - area)

  (:init
    (at goliath north_yard) (empty goliath)
    (at bertha quay) (empty bertha)
    (at lorry1 gate) (empty lorry1)
    (at lorry2 quay) (empty lorry2)
    (at aurora quay)
    (stands pad1 north_yard) (stands pad2 north_yard) (stands pad3 south_yard) (stands pad4 quay)
    (stands container1 north_yard) (on container1 pad1)
    (stands container2 north_yard) (on container2 container1) (clear container2)
    (stands reefer south_yard) (on reefer pad3) (clear reefer)
    (stands container3 quay) (on container3 pad4) (clear container3)
    (clear pad2)
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
    (aboard reefer aurora)
    (stands container3 south_yard)
    (at lorry1 customs))))
