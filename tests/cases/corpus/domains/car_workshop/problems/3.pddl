; The taxi is up on the only lift with its clutch out; the delivery van only has to be tested and washed. Both are handed over.
(define (problem car_workshop-3)
  (:domain car_workshop)

  (:objects
    master trainee - mechanic
    receptionist - clerk
    taxi delivery_van - car
    car_lift1 - lift
    wash_bay1 - wash_bay
    front_yard back_yard - yard
    torque_wrench ratchet - tool
    burnt_clutch new_clutch rebuilt_clutch - part)

  (:init
    (free master) (free trainee) (free receptionist)
    (at taxi car_lift1) (raised taxi) (= (gaps taxi) 1) (taken_out burnt_clutch taxi)
    (at delivery_van back_yard) (= (gaps delivery_van) 0)
    (= (room car_lift1) 0) (= (room wash_bay1) 1) (= (room front_yard) 1) (= (room back_yard) 1)
    (on_wall torque_wrench) (holds trainee ratchet)
    (takes burnt_clutch ratchet) (takes new_clutch torque_wrench) (takes rebuilt_clutch ratchet)
    (trained master burnt_clutch) (trained master new_clutch) (trained master rebuilt_clutch)
    (trained trainee burnt_clutch) (trained trainee rebuilt_clutch)
    (replaces new_clutch burnt_clutch) (replaces rebuilt_clutch burnt_clutch)
    (in_stock rebuilt_clutch)
    (= (work_time burnt_clutch) 40) (= (work_time new_clutch) 35) (= (work_time rebuilt_clutch) 50)
    (= (delivery_time burnt_clutch) 45) (= (delivery_time new_clutch) 45) (= (delivery_time rebuilt_clutch) 45)
    (= (orders_left burnt_clutch) 0) (= (orders_left new_clutch) 1) (= (orders_left rebuilt_clutch) 0))

  (:goal (and
    (handed_over taxi)
    (handed_over delivery_van)
    (on_wall ratchet)))
  (:metric minimize (total-time)))
