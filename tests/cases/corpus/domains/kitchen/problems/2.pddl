; Two stoves, one of them dirty, and two waiters; the stoves are to be clean when the guests eat.
(define (problem kitchen-2)
  (:domain kitchen)

  (:objects
    anna bruno - cook
    carla dario - waiter
    soup curry - stove_dish
    stove1 stove2 - stove
    worktop1 worktop2 - worktop
    serving_hatch - hatch
    table1 table2 - table
    pantry hot_corner back_door - workplace)

  (:init
    (at anna worktop1) (free anna)
    (at bruno pantry) (free bruno)
    (at carla table1) (free carla)
    (at dario serving_hatch) (free dario)
    (at soup pantry) (= (chopping_time soup) 5) (= (cooking_time soup) 12)
    (at curry pantry) (= (chopping_time curry) 8) (= (cooking_time curry) 15)
    (at stove1 hot_corner) (= (room stove1) 1) (clean stove1)
    (at stove2 hot_corner) (= (room stove2) 1)
    (way pantry worktop1) (= (walking_time pantry worktop1) 1)
    (way worktop1 pantry) (= (walking_time worktop1 pantry) 1)
    (way pantry worktop2) (= (walking_time pantry worktop2) 2)
    (way worktop2 pantry) (= (walking_time worktop2 pantry) 2)
    (way worktop1 hot_corner) (= (walking_time worktop1 hot_corner) 1)
    (way hot_corner worktop1) (= (walking_time hot_corner worktop1) 1)
    (way worktop2 hot_corner) (= (walking_time worktop2 hot_corner) 2)
    (way hot_corner worktop2) (= (walking_time hot_corner worktop2) 2)
    (way hot_corner serving_hatch) (= (walking_time hot_corner serving_hatch) 1)
    (way serving_hatch hot_corner) (= (walking_time serving_hatch hot_corner) 1)
    (way worktop2 serving_hatch) (= (walking_time worktop2 serving_hatch) 2)
    (way serving_hatch worktop2) (= (walking_time serving_hatch worktop2) 2)
    (way pantry back_door) (= (walking_time pantry back_door) 2)
    (way back_door pantry) (= (walking_time back_door pantry) 2)
    (way back_door serving_hatch) (= (walking_time back_door serving_hatch) 2)
    (way serving_hatch back_door) (= (walking_time serving_hatch back_door) 2)
    (way serving_hatch table1) (= (walking_time serving_hatch table1) 1)
    (way table1 serving_hatch) (= (walking_time table1 serving_hatch) 1)
    (way serving_hatch table2) (= (walking_time serving_hatch table2) 2)
    (way table2 serving_hatch) (= (walking_time table2 serving_hatch) 2)
    (way table1 table2) (= (walking_time table1 table2) 1)
    (way table2 table1) (= (walking_time table2 table1) 1))

  (:goal (and
    (at soup table2)
    (at curry table1)
    (clean stove1)))
  (:metric minimize (total-time)))
