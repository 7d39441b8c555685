; Two cooks, one waiter, a soup for the stove and a pie for the oven.
(define (problem kitchen-1)
  (:domain kitchen)

  (:objects
    anna bruno - cook
    carla - waiter
    soup - stove_dish
    pie - oven_dish
    stove1 - stove
    oven1 - oven
    worktop1 worktop2 - worktop
    serving_hatch - hatch
    table1 table2 - table
    pantry hot_corner - workplace)

  (:init
    (at anna pantry) (free anna)
    (at bruno hot_corner) (free bruno)
    (at carla serving_hatch) (free carla)
    (at soup pantry) (= (chopping_time soup) 5) (= (cooking_time soup) 12)
    (at pie pantry) (= (chopping_time pie) 4) (= (cooking_time pie) 20)
    (at stove1 hot_corner) (= (room stove1) 1) (clean stove1)
    (at oven1 hot_corner) (= (room oven1) 1) (clean oven1)
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
    (way serving_hatch table1) (= (walking_time serving_hatch table1) 1)
    (way table1 serving_hatch) (= (walking_time table1 serving_hatch) 1)
    (way serving_hatch table2) (= (walking_time serving_hatch table2) 2)
    (way table2 serving_hatch) (= (walking_time table2 serving_hatch) 2))

  (:goal (and
    (at soup table1)
    (at pie table2)))
  (:metric minimize (total-time)))
