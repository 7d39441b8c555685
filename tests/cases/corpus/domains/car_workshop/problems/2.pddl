; Car A needs another exhaust, car B another battery; both take the torque wrench, and car B is handed over.
(define (problem car_workshop-2)
  (:domain car_workshop)

  (:objects
    mechanic1 mechanic2 - mechanic
    clerk1 - clerk
    car_a car_b - car
    car_lift1 car_lift2 - lift
    wash_bay1 - wash_bay
    front_yard - yard
    torque_wrench ratchet - tool
    old_exhaust new_exhaust old_battery new_battery - part)

  (:init
    (free mechanic1) (free mechanic2) (free clerk1)
    (at car_a front_yard) (= (gaps car_a) 0) (fitted old_exhaust car_a) (clean car_a)
    (at car_b car_lift2) (= (gaps car_b) 0) (fitted old_battery car_b)
    (= (room car_lift1) 1) (= (room car_lift2) 0) (= (room wash_bay1) 1) (= (room front_yard) 1)
    (on_wall ratchet) (holds mechanic1 torque_wrench)
    (takes old_exhaust ratchet) (takes new_exhaust torque_wrench) (takes old_battery ratchet) (takes old_battery torque_wrench) (takes new_battery torque_wrench)
    (trained mechanic1 old_exhaust) (trained mechanic1 new_exhaust) (trained mechanic1 old_battery) (trained mechanic1 new_battery)
    (trained mechanic2 old_battery) (trained mechanic2 new_battery) (trained mechanic2 old_exhaust)
    (replaces new_exhaust old_exhaust) (replaces new_battery old_battery)
    (in_stock new_exhaust)
    (= (work_time old_exhaust) 20) (= (work_time new_exhaust) 25) (= (work_time old_battery) 8) (= (work_time new_battery) 10)
    (= (delivery_time old_exhaust) 40) (= (delivery_time new_exhaust) 40) (= (delivery_time old_battery) 25) (= (delivery_time new_battery) 25)
    (= (orders_left old_exhaust) 0) (= (orders_left new_exhaust) 0) (= (orders_left old_battery) 0) (= (orders_left new_battery) 1))

  (:goal (and
    (fitted new_exhaust car_a)
    (fitted new_battery car_b)
    (handed_over car_b)))
  (:metric minimize (total-time)))
