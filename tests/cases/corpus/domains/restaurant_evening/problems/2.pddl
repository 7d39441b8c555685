; Party 1 is about to have its dessert at the big table; party 2 is too big for the small one and has to wait; one waiter.
(define (problem restaurant_evening-2)
  (:domain restaurant_evening)

  (:objects
    waiter1 - waiter
    sommelier1 - sommelier
    bartender1 - bartender
    party1 party2 - party
    table1 table2 - table
    starter main_course dessert - course
    red_wine white_wine - wine)

  (:init
    (free waiter1) (free sommelier1) (free bartender1)
    (sits_at party1 table1) (looks_after waiter1 party1) (ordered party1) (= (size party1) 3)
    (served starter party1) (eaten party1 starter) (cleared starter party1)
    (served main_course party1) (eaten party1 main_course)
    (waiting party2) (= (size party2) 6)
    (laid table1) (unreserved table1)
    (vacant table2) (laid table2) (unreserved table2)
    (fits table1 party1) (fits table2 party1) (fits table1 party2)
    (begins_with party1 starter) (ends_with party1 dessert)
    (begins_with party2 main_course) (ends_with party2 dessert)
    (follows main_course starter) (follows dessert main_course)
    (= (eating_time starter) 10) (= (eating_time main_course) 25) (= (eating_time dessert) 8)
    (= (stock red_wine) 1) (= (stock white_wine) 3))

  (:goal (and
    (gone party1)
    (served main_course party2)
    (drinks party2 red_wine)))
  (:metric minimize (total-time)))
