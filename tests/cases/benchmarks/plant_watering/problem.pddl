; A garden of three by three, the tap in one corner, two plants that want two cups and one.
(define (problem garden-3)
  (:domain plant-watering)
  (:objects gardener - agent well - tap fern moss - plant)
  (:init
    (= (min-x) 1) (= (max-x) 3) (= (min-y) 1) (= (max-y) 3)
    (= (x gardener) 2) (= (y gardener) 2)
    (= (x well) 1) (= (y well) 1)
    (= (x fern) 3) (= (y fern) 1)
    (= (x moss) 2) (= (y moss) 3)
    (= (carrying gardener) 0) (= (capacity gardener) 5)
    (= (poured fern) 0) (= (poured moss) 0)
    (= (total-poured) 0) (= (total-loaded) 0))
  (:goal (and
    (= (poured fern) 2)
    (= (poured moss) 1)
    (= (total-poured) (total-loaded)))))
