; No tent is up and no latrine dug; the truck at the river has a road to the kitchens, and three families wait, one of them only for a meal.
(define (problem relief_camp-3)
  (:domain relief_camp)

  (:objects
    amina tomas - helper
    kwame - engineer
    doctor_ines - doctor
    haddad_family ortiz_family lama_family - family
    truck1 truck2 - truck
    generator1 - generator
    tent1 tent2 medical_tent - tent
    school_kitchen church_kitchen - kitchen
    gate schoolyard meadow olive_grove river_bank - place)

  (:init
    (at amina olive_grove) (free amina)
    (at tomas gate) (free tomas)
    (at kwame schoolyard) (free kwame)
    (at doctor_ines meadow) (free doctor_ines)
    (at haddad_family gate) (free haddad_family) (= (beds_needed haddad_family) 1)
    (at ortiz_family meadow) (free ortiz_family) (= (beds_needed ortiz_family) 1)
    (at lama_family schoolyard) (free lama_family) (= (beds_needed lama_family) 1)
    (at truck1 river_bank) (= (water truck1) 1)
    (at truck2 meadow) (= (water truck2) 1)
    (at generator1 church_kitchen)
    (at tent1 meadow) (= (beds tent1) 2)
    (at tent2 olive_grove) (= (beds tent2) 1)
    (at medical_tent schoolyard) (= (beds medical_tent) 0)
    (way gate schoolyard) (way schoolyard gate)
    (way schoolyard school_kitchen) (way school_kitchen schoolyard)
    (way schoolyard meadow) (way meadow schoolyard)
    (way meadow olive_grove) (way olive_grove meadow)
    (way school_kitchen olive_grove) (way olive_grove school_kitchen)
    (way gate church_kitchen) (way church_kitchen gate)
    (way church_kitchen meadow) (way meadow church_kitchen)
    (way gate river_bank) (way river_bank gate)
    (road gate schoolyard) (road schoolyard gate)
    (road schoolyard school_kitchen) (road school_kitchen schoolyard)
    (road schoolyard meadow) (road meadow schoolyard)
    (road gate church_kitchen) (road church_kitchen gate)
    (road gate river_bank) (road river_bank gate))

  (:goal (and
    (fed lama_family)
    (treated haddad_family)
    (fed haddad_family)
    (lives_in haddad_family tent1)
    (lives_in ortiz_family tent2)))
  (:metric minimize (total-time)))
