; Two robots, two packers, two totes, one of them in the cold store.
(define (problem warehouse-1)
  (:domain warehouse)

  (:objects
    bruno ada - robot
    mia jonas - packer
    tote1 tote2 - tote
    aisle1 aisle2 cold_store dock - place
    packing1 - station
    charger1 - charger
    cold_door - door)

  (:init
    (at bruno dock) (= (room bruno) 1) (= (battery bruno) 2) (= (capacity bruno) 4)
    (at ada charger1) (= (room ada) 1) (= (battery ada) 1) (= (capacity ada) 3)
    (at mia packing1) (at jonas dock)
    (lies tote1 aisle2) (lies tote2 cold_store)
    (free packing1)
    (open aisle1) (open aisle2) (open cold_store) (open dock)
    (open packing1) (open charger1)
    (link dock aisle1) (= (travel_time dock aisle1) 3)
    (link aisle1 dock) (= (travel_time aisle1 dock) 3)
    (link dock aisle2) (= (travel_time dock aisle2) 4)
    (link aisle2 dock) (= (travel_time aisle2 dock) 4)
    (link aisle1 packing1) (= (travel_time aisle1 packing1) 2)
    (link packing1 aisle1) (= (travel_time packing1 aisle1) 2)
    (link aisle2 packing1) (= (travel_time aisle2 packing1) 3)
    (link packing1 aisle2) (= (travel_time packing1 aisle2) 3)
    (link aisle1 aisle2) (= (travel_time aisle1 aisle2) 3)
    (link aisle2 aisle1) (= (travel_time aisle2 aisle1) 3)
    (link aisle1 cold_door) (= (travel_time aisle1 cold_door) 2)
    (link cold_door aisle1) (= (travel_time cold_door aisle1) 2)
    (link cold_door cold_store) (= (travel_time cold_door cold_store) 1)
    (link cold_store cold_door) (= (travel_time cold_store cold_door) 1)
    (link aisle2 charger1) (= (travel_time aisle2 charger1) 2)
    (link charger1 aisle2) (= (travel_time charger1 aisle2) 2)
    (link packing1 charger1) (= (travel_time packing1 charger1) 2)
    (link charger1 packing1) (= (travel_time charger1 packing1) 2))

  (:goal (and
    (packed tote1)
    (packed tote2)))
  (:metric minimize (total-time)))
