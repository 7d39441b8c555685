; The Millers have reserved the window table, the Garcias come without a reservation; the corner table is not laid yet.
(define (problem restaurant_evening-1)
  (:domain restaurant_evening)

  (:objects
    anna tom - waiter
    luc - sommelier
    mia - bartender
    miller_party garcia_party - party
    window_table corner_table - table
    soup steak - course
    chablis - wine)

  (:init
    (free anna) (free tom) (free luc) (free mia)
    (waiting miller_party) (= (size miller_party) 4)
    (waiting garcia_party) (= (size garcia_party) 2)
    (vacant window_table) (laid window_table) (reserved window_table miller_party)
    (vacant corner_table) (unreserved corner_table)
    (fits window_table miller_party) (fits window_table garcia_party)
    (fits corner_table miller_party) (fits corner_table garcia_party)
    (begins_with miller_party soup) (ends_with miller_party steak)
    (begins_with garcia_party steak) (ends_with garcia_party steak)
    (follows steak soup)
    (= (eating_time soup) 12) (= (eating_time steak) 25)
    (= (stock chablis) 2))

  (:goal (and
    (served steak miller_party)
    (drinks miller_party chablis)
    (paid garcia_party)))
  (:metric minimize (total-time)))
