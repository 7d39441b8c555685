; A birthday party at the bar, an elderly couple at its main course, and business guests at the door; the terrace table is
; reserved for the business guests, but the round table would do for them as well.
(define (problem restaurant_evening-3)
  (:domain restaurant_evening)

  (:objects
    head_waiter new_waiter - waiter
    old_sommelier - sommelier
    night_bartender - bartender
    birthday_party elderly_couple business_group - party
    terrace_table round_table fireside_table - table
    fish_course cheese_course - course
    house_wine champagne - wine)

  (:init
    (free head_waiter) (free new_waiter) (free old_sommelier) (free night_bartender)
    (at_bar birthday_party) (= (size birthday_party) 8)
    (waiting business_group) (= (size business_group) 5)
    (sits_at elderly_couple fireside_table) (looks_after new_waiter elderly_couple) (ordered elderly_couple)
    (served fish_course elderly_couple) (= (size elderly_couple) 2)
    (vacant terrace_table) (laid terrace_table) (reserved terrace_table business_group)
    (vacant round_table) (unreserved round_table)
    (laid fireside_table) (unreserved fireside_table)
    (fits terrace_table birthday_party) (fits round_table birthday_party)
    (fits terrace_table business_group) (fits round_table business_group)
    (fits fireside_table elderly_couple) (fits round_table elderly_couple)
    (begins_with birthday_party fish_course) (ends_with birthday_party cheese_course)
    (begins_with business_group fish_course) (ends_with business_group fish_course)
    (begins_with elderly_couple fish_course) (ends_with elderly_couple fish_course)
    (follows cheese_course fish_course)
    (= (eating_time fish_course) 20) (= (eating_time cheese_course) 10)
    (= (stock house_wine) 4) (= (stock champagne) 1))

  (:goal (and
    (served fish_course birthday_party)
    (drinks birthday_party champagne)
    (served fish_course business_group)
    (paid elderly_couple)))
  (:metric minimize (total-time)))
