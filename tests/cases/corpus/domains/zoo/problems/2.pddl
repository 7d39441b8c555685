; Zebra A and zebra B change places; zebra A is treated, zebra B gets its feed, and enclosure 1 is clean at the end.
(define (problem zoo-2)
  (:domain zoo)

  (:objects
    keeper1 keeper2 - keeper
    vet1 - vet
    zebra_a zebra_b - animal
    enclosure1 enclosure2 enclosure3 - enclosure
    barn clinic - building
    hay apples - food)

  (:init
    (at keeper1 barn) (free keeper1)
    (at keeper2 enclosure2) (free keeper2)
    (at vet1 clinic) (free vet1)
    (at zebra_a enclosure1) (tame zebra_a) (trusts zebra_a keeper1) (trusts zebra_a keeper2) (eats zebra_a hay) (eats zebra_a apples) (= (treatment_time zebra_a) 12)
    (at zebra_b enclosure2) (tame zebra_b) (trusts zebra_b keeper1) (eats zebra_b hay) (eats zebra_b apples) (= (treatment_time zebra_b) 15)
    (empty enclosure3)
    (clean enclosure2)
    (= (cleaning_time enclosure1) 14) (= (cleaning_time enclosure2) 16) (= (cleaning_time enclosure3) 10)
    (kept_at hay barn) (= (portions hay) 3)
    (kept_at apples clinic) (= (portions apples) 1)
    (gate enclosure1 enclosure2) (gate enclosure2 enclosure1) (gate enclosure2 enclosure3) (gate enclosure3 enclosure2) (gate enclosure1 enclosure3) (gate enclosure3 enclosure1)
    (path barn clinic) (= (walking_time barn clinic) 4)
    (path clinic barn) (= (walking_time clinic barn) 4)
    (path barn enclosure1) (= (walking_time barn enclosure1) 3)
    (path enclosure1 barn) (= (walking_time enclosure1 barn) 3)
    (path clinic enclosure3) (= (walking_time clinic enclosure3) 5)
    (path enclosure3 clinic) (= (walking_time enclosure3 clinic) 5)
    (path enclosure1 enclosure2) (= (walking_time enclosure1 enclosure2) 2)
    (path enclosure2 enclosure1) (= (walking_time enclosure2 enclosure1) 2)
    (path enclosure2 enclosure3) (= (walking_time enclosure2 enclosure3) 2)
    (path enclosure3 enclosure2) (= (walking_time enclosure3 enclosure2) 2)
    (path enclosure1 enclosure3) (= (walking_time enclosure1 enclosure3) 3)
    (path enclosure3 enclosure1) (= (walking_time enclosure3 enclosure1) 3))

  (:goal (and
    (at zebra_a enclosure2)
    (at zebra_b enclosure1)
    (treated zebra_a)
    (fed zebra_b)
    (clean enclosure1)))
  (:metric minimize (total-time)))
