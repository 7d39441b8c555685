; The tiger Rani is treated asleep, before her meal; her enclosure is cleaned, and the tapir Otto gets his hay.
(define (problem zoo-1)
  (:domain zoo)

  (:objects
    anna ben - keeper
    silva - vet
    rani otto - animal
    tiger_house tiger_garden tapir_meadow - enclosure
    kitchen clinic - building
    meat hay - food)

  (:init
    (at anna kitchen) (free anna)
    (at ben tapir_meadow) (free ben)
    (at silva clinic) (free silva)
    (at rani tiger_house) (trusts rani anna) (eats rani meat) (= (treatment_time rani) 20)
    (at otto tapir_meadow) (tame otto) (trusts otto anna) (trusts otto ben) (eats otto hay) (= (treatment_time otto) 10)
    (empty tiger_garden)
    (clean tiger_garden)
    (= (cleaning_time tiger_house) 15) (= (cleaning_time tiger_garden) 25) (= (cleaning_time tapir_meadow) 18)
    (kept_at meat kitchen) (= (portions meat) 1)
    (kept_at hay kitchen) (= (portions hay) 2)
    (gate tiger_house tiger_garden) (gate tiger_garden tiger_house)
    (path kitchen clinic) (= (walking_time kitchen clinic) 3)
    (path clinic kitchen) (= (walking_time clinic kitchen) 3)
    (path kitchen tiger_house) (= (walking_time kitchen tiger_house) 5)
    (path tiger_house kitchen) (= (walking_time tiger_house kitchen) 5)
    (path clinic tiger_house) (= (walking_time clinic tiger_house) 6)
    (path tiger_house clinic) (= (walking_time tiger_house clinic) 6)
    (path tiger_house tiger_garden) (= (walking_time tiger_house tiger_garden) 2)
    (path tiger_garden tiger_house) (= (walking_time tiger_garden tiger_house) 2)
    (path kitchen tapir_meadow) (= (walking_time kitchen tapir_meadow) 7)
    (path tapir_meadow kitchen) (= (walking_time tapir_meadow kitchen) 7)
    (path tiger_garden tapir_meadow) (= (walking_time tiger_garden tapir_meadow) 4)
    (path tapir_meadow tiger_garden) (= (walking_time tapir_meadow tiger_garden) 4))

  (:goal (and
    (treated rani)
    (fed rani)
    (clean tiger_house)
    (fed otto)))
  (:metric minimize (total-time)))
