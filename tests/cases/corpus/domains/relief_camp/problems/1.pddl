; One family and the first evening: its tent lies on the meadow, which has no latrine yet.
(define (problem relief_camp-1)
  (:domain relief_camp)

  (:objects
    amina - helper
    kwame - engineer
    doctor_ines - doctor
    haddad_family - family
    truck1 - truck
    generator1 - generator
    tent1 tent2 medical_tent - tent
    school_kitchen - kitchen
    gate schoolyard meadow olive_grove - place)

  (:init
    (at amina schoolyard) (free amina)
    (at kwame gate) (free kwame)
    (at doctor_ines olive_grove) (free doctor_ines)
    (at haddad_family gate) (free haddad_family) (= (beds_needed haddad_family) 1)
    (at truck1 gate) (= (water truck1) 1)
    (at generator1 school_kitchen)
    (at tent1 meadow) (= (beds tent1) 1)
    (at tent2 olive_grove) (= (beds tent2) 1)
    (at medical_tent schoolyard) (= (beds medical_tent) 0) (pitched medical_tent)
    (dug olive_grove)
    (way gate schoolyard) (way schoolyard gate)
    (way schoolyard school_kitchen) (way school_kitchen schoolyard)
    (way schoolyard meadow) (way meadow schoolyard)
    (way meadow olive_grove) (way olive_grove meadow)
    (way school_kitchen olive_grove) (way olive_grove school_kitchen)
    (road gate schoolyard) (road schoolyard gate)
    (road schoolyard school_kitchen) (road school_kitchen schoolyard))

  (:goal (and
    (registered haddad_family)
    (fed haddad_family)
    (treated haddad_family)
    (lives_in haddad_family tent1)))
  (:metric minimize (total-time)))
