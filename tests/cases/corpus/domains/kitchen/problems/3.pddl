; Three dishes for three tables, one of them on the terrace; the oven is dirty and two dishes need a stove.
(define (problem kitchen-3)
  (:domain kitchen)

  (:objects
    anna bruno - cook
    carla dario - waiter
    soup curry - stove_dish
    pie - oven_dish
    stove1 stove2 - stove
    oven1 - oven
    worktop1 worktop2 - worktop
    serving_hatch - hatch
    table1 table2 terrace_table - table
    pantry hot_corner back_door - workplace)

  (:init
    (at anna hot_corner) (free anna)
    (at bruno worktop2) (free bruno)
    (at carla serving_hatch) (free carla)
    (at dario back_door) (free dario)
    (at soup pantry) (= (chopping_time soup) 5) (= (cooking_time soup) 12)
    (at curry worktop2) (= (chopping_time curry) 8) (= (cooking_time curry) 15)
    (at pie pantry) (= (chopping_time pie) 4) (= (cooking_time pie) 20)
    (at stove1 hot_corner) (= (room stove1) 1) (clean stove1)
    (at stove2 hot_corner) (= (room stove2) 1) (clean stove2)
    (at oven1 hot_corner) (= (room oven1) 1)
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
    (way back_door terrace_table) (= (walking_time back_door terrace_table) 2)
    (way terrace_table back_door) (= (walking_time terrace_table back_door) 2)
    (way serving_hatch table1) (= (walking_time serving_hatch table1) 1)
    (way table1 serving_hatch) (= (walking_time table1 serving_hatch) 1)
    (way serving_hatch table2) (= (walking_time serving_hatch table2) 2)
    (way table2 serving_hatch) (= (walking_time table2 serving_hatch) 2)
    (way table1 table2) (= (walking_time table1 table2) 1)
    (way table2 table1) (= (walking_time table2 table1) 1)
    (way serving_hatch terrace_table) (= (walking_time serving_hatch terrace_table) 4)
    (way terrace_table serving_hatch) (= (walking_time terrace_table serving_hatch) 4))

  (:goal (and
    (at soup table1)
    (at curry table2)
    (at pie terrace_table)))
  (:metric minimize (total-time)))
