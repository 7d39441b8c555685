; The worn brakes of the estate car give way to new or used ones, and the car is handed over; only Mehmet is trained for new brakes.
(define (problem car_workshop-1)
  (:domain car_workshop)

  (:objects
    mehmet greta - mechanic
    ines - clerk
    estate_car - car
    car_lift1 - lift
    wash_bay1 - wash_bay
    front_yard - yard
    torque_wrench ratchet - tool
    worn_brakes new_brakes used_brakes - part)

  (:init
    (free mehmet) (free greta) (free ines)
    (at estate_car front_yard) (= (gaps estate_car) 0) (fitted worn_brakes estate_car)
    (= (room car_lift1) 1) (= (room wash_bay1) 1) (= (room front_yard) 2)
    (on_wall torque_wrench) (on_wall ratchet)
    (takes worn_brakes ratchet) (takes new_brakes torque_wrench) (takes used_brakes torque_wrench) (takes used_brakes ratchet)
    (trained mehmet worn_brakes) (trained mehmet new_brakes) (trained mehmet used_brakes)
    (trained greta worn_brakes) (trained greta used_brakes)
    (replaces new_brakes worn_brakes) (replaces used_brakes worn_brakes)
    (in_stock used_brakes)
    (= (work_time worn_brakes) 15) (= (work_time new_brakes) 20) (= (work_time used_brakes) 30)
    (= (delivery_time worn_brakes) 30) (= (delivery_time new_brakes) 30) (= (delivery_time used_brakes) 30)
    (= (orders_left worn_brakes) 0) (= (orders_left new_brakes) 1) (= (orders_left used_brakes) 0))

  (:goal (and
    (not (fitted worn_brakes estate_car))
    (handed_over estate_car)))
  (:metric minimize (total-time)))
