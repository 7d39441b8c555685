; Three robots, four totes; one tote goes the other way, into the cold store.
(define (problem warehouse-3)
  (:domain warehouse)

  (:objects
    bruno ada otto - robot
    mia jonas - packer
    tote1 tote2 tote3 tote4 - tote
    aisle1 aisle2 aisle3 cold_store dock - place
    packing1 packing2 - station
    charger1 - charger
    cold_door side_door - door)

  (:init
    (at bruno aisle1) (= (room bruno) 2) (= (battery bruno) 2) (= (capacity bruno) 4)
    (at ada charger1) (= (room ada) 1) (= (battery ada) 1) (= (capacity ada) 3)
    (at otto dock) (= (room otto) 1) (= (battery otto) 1) (= (capacity otto) 3)
    (at mia packing1) (at jonas aisle3)
    (lies tote1 aisle2) (lies tote2 cold_store) (lies tote3 aisle3) (lies tote4 aisle1)
    (free packing1) (free packing2)
    (open aisle1) (open aisle2) (open aisle3) (open cold_store) (open dock)
    (open packing1) (open packing2) (open charger1) (open cold_door)
    (link dock aisle1) (= (travel_time dock aisle1) 3)
    (link aisle1 dock) (= (travel_time aisle1 dock) 3)
    (link dock aisle2) (= (travel_time dock aisle2) 4)
    (link aisle2 dock) (= (travel_time aisle2 dock) 4)
    (link aisle1 packing1) (= (travel_time aisle1 packing1) 2)
    (link packing1 aisle1) (= (travel_time packing1 aisle1) 2)
    (link aisle2 packing1) (= (travel_time aisle2 packing1) 3)
    (link packing1 aisle2) (= (travel_time packing1 aisle2) 3)
    (link aisle1 cold_door) (= (travel_time aisle1 cold_door) 2)
    (link cold_door aisle1) (= (travel_time cold_door aisle1) 2)
    (link cold_door cold_store) (= (travel_time cold_door cold_store) 1)
    (link cold_store cold_door) (= (travel_time cold_store cold_door) 1)
    (link aisle2 charger1) (= (travel_time aisle2 charger1) 2)
    (link charger1 aisle2) (= (travel_time charger1 aisle2) 2)
    (link packing1 charger1) (= (travel_time packing1 charger1) 2)
    (link charger1 packing1) (= (travel_time charger1 packing1) 2)
    (link aisle2 packing2) (= (travel_time aisle2 packing2) 2)
    (link packing2 aisle2) (= (travel_time packing2 aisle2) 2)
    (link aisle2 side_door) (= (travel_time aisle2 side_door) 3)
    (link side_door aisle2) (= (travel_time side_door aisle2) 3)
    (link side_door cold_store) (= (travel_time side_door cold_store) 2)
    (link cold_store side_door) (= (travel_time cold_store side_door) 2)
    (link aisle3 packing2) (= (travel_time aisle3 packing2) 2)
    (link packing2 aisle3) (= (travel_time packing2 aisle3) 2)
    (link aisle3 dock) (= (travel_time aisle3 dock) 4)
    (link dock aisle3) (= (travel_time dock aisle3) 4))

  (:goal (and
    (packed tote1)
    (packed tote2)
    (packed tote3)
    (lies tote4 cold_store)))
  (:metric minimize (total-time)))
