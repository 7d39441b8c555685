; The old bear still sleeps in the winter den, the young bear has to be treated, and the llama is hungry; two buckets of fish are left.
(define (problem zoo-3)
  (:domain zoo)

  (:objects
    head_keeper apprentice - keeper
    zoo_vet - vet
    old_bear young_bear llama - animal
    winter_den rock_pool bear_forest llama_paddock - enclosure
    cold_store office - building
    fish greens - food)

  (:init
    (at head_keeper office) (free head_keeper)
    (at apprentice cold_store) (free apprentice)
    (at zoo_vet winter_den) (free zoo_vet)
    (at old_bear winter_den) (asleep old_bear) (treated old_bear) (trusts old_bear head_keeper) (eats old_bear fish) (= (treatment_time old_bear) 30)
    (at young_bear rock_pool) (trusts young_bear head_keeper) (trusts young_bear apprentice) (eats young_bear fish) (eats young_bear greens) (= (treatment_time young_bear) 18)
    (at llama llama_paddock) (tame llama) (trusts llama apprentice) (eats llama greens) (= (treatment_time llama) 8)
    (empty bear_forest)
    (clean llama_paddock)
    (= (cleaning_time winter_den) 12) (= (cleaning_time rock_pool) 25) (= (cleaning_time bear_forest) 30) (= (cleaning_time llama_paddock) 10)
    (kept_at fish cold_store) (= (portions fish) 2)
    (kept_at greens cold_store) (= (portions greens) 2)
    (gate winter_den rock_pool) (gate rock_pool winter_den) (gate rock_pool bear_forest) (gate bear_forest rock_pool) (gate winter_den bear_forest) (gate bear_forest winter_den)
    (path office cold_store) (= (walking_time office cold_store) 4)
    (path cold_store office) (= (walking_time cold_store office) 4)
    (path office llama_paddock) (= (walking_time office llama_paddock) 5)
    (path llama_paddock office) (= (walking_time llama_paddock office) 5)
    (path cold_store winter_den) (= (walking_time cold_store winter_den) 6)
    (path winter_den cold_store) (= (walking_time winter_den cold_store) 6)
    (path winter_den rock_pool) (= (walking_time winter_den rock_pool) 3)
    (path rock_pool winter_den) (= (walking_time rock_pool winter_den) 3)
    (path rock_pool bear_forest) (= (walking_time rock_pool bear_forest) 4)
    (path bear_forest rock_pool) (= (walking_time bear_forest rock_pool) 4)
    (path winter_den bear_forest) (= (walking_time winter_den bear_forest) 5)
    (path bear_forest winter_den) (= (walking_time bear_forest winter_den) 5)
    (path bear_forest llama_paddock) (= (walking_time bear_forest llama_paddock) 3)
    (path llama_paddock bear_forest) (= (walking_time llama_paddock bear_forest) 3))

  (:goal (and
    (fed old_bear)
    (treated young_bear)
    (clean rock_pool)
    (fed llama)
    (at old_bear bear_forest)))
  (:metric minimize (total-time)))
