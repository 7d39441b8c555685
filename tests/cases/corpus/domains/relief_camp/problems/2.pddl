; Two kitchens and one truckload of water: purified at the school, where the generator is, or boiled at the church.
(define (problem relief_camp-2)
  (:domain relief_camp)

  (:objects
    amina tomas - helper
    kwame - engineer
    doctor_ines - doctor
    haddad_family ortiz_family - family
    truck1 - truck
    generator1 - generator
    tent1 tent2 medical_tent - tent
    school_kitchen church_kitchen - kitchen
    gate schoolyard meadow olive_grove - place)

  (:init
    (at amina gate) (free amina)
    (at tomas church_kitchen) (free tomas)
    (at kwame meadow) (free kwame)
    (at doctor_ines gate) (free doctor_ines)
    (at haddad_family gate) (free haddad_family) (= (beds_needed haddad_family) 1)
    (at ortiz_family olive_grove) (free ortiz_family) (= (beds_needed ortiz_family) 1)
    (at truck1 gate) (= (water truck1) 1)
    (at generator1 school_kitchen)
    (at tent1 meadow) (= (beds tent1) 2)
    (at tent2 olive_grove) (= (beds tent2) 1)
    (at medical_tent schoolyard) (= (beds medical_tent) 0) (pitched medical_tent)
    (dug olive_grove)
    (way gate schoolyard) (way schoolyard gate)
    (way schoolyard school_kitchen) (way school_kitchen schoolyard)
    (way schoolyard meadow) (way meadow schoolyard)
    (way meadow olive_grove) (way olive_grove meadow)
    (way school_kitchen olive_grove) (way olive_grove school_kitchen)
    (way gate church_kitchen) (way church_kitchen gate)
    (way church_kitchen meadow) (way meadow church_kitchen)
    (road gate schoolyard) (road schoolyard gate)
    (road schoolyard school_kitchen) (road school_kitchen schoolyard)
    (road gate church_kitchen) (road church_kitchen gate))

  (:goal (and
    (fed haddad_family)
    (fed ortiz_family)
    (treated ortiz_family)
    (lives_in haddad_family tent1)
    (lives_in ortiz_family tent2)))
  (:metric minimize (total-time)))
