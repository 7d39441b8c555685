; Restoring a waterway after a storm.
;
; Two branches lead from the start to a wreck. Surface debris blocks one of them, underwater debris the
; other, and authorities keep their waypoints closed until asked. Three kinds of vessel share the work:
; a scout finds underwater debris, a debris boat clears it away, a salvage boat tows the wreck to the dock.
;
; Units: hours, kilometres, kilograms. Names and the order of parameters follow the model published with
; PlanCritic, so that feedback and plans recorded for that one can be read with this one. Every condition
; here is at least as strict as there: a plan for this model is a plan for that one.
(define (domain waterway)
  (:requirements :typing :fluents :durative-actions)

  (:types
    location locatable authority - object
    asset debris ship - locatable
    debris_asset scout_asset ship_salvage_asset - asset
    normal_debris underwater_debris - debris)

  (:predicates
    ; Places. Between two connected locations lies at most one piece of debris: it is `at` both of them.
    (is_location_connected ?loc1 ?loc2 - location)
    (is_location_not_blocked ?loc1 ?loc2 - location)
    (is_location_unrestricted ?loc - location)
    (is_underwater_debris_visible ?loc - location) ; scouted, or with nothing under water to find
    (is_location_debris_station ?loc - location)
    (is_location_ship_dock ?loc - location)
    (has_authority_over_location ?aut - authority ?loc - location)
    ; Things
    (at ?obj - locatable ?loc - location)
    (on ?obj1 ?obj2 - locatable)
    (is_shipwreck ?shp - ship)
    ; What a vessel is free to do: a vessel does one thing at a time.
    (is_asset_not_damaged ?ast - asset)
    (is_asset_not_moving ?ast - asset)
    (is_debris_asset_not_removing_debris ?ast - debris_asset)
    (is_debris_asset_not_unloading_debris ?ast - debris_asset)
    (is_scout_asset_not_scouting ?ast - scout_asset)
    (is_ship_salvage_asset_not_salvaging_ship ?ast - ship_salvage_asset)
    (is_ship_salvage_asset_not_docking_ship ?ast - ship_salvage_asset)
    (is_ship_salvage_asset_not_towing_ship ?ast - ship_salvage_asset))

  (:functions
    (connected_location_distance ?loc1 ?loc2 - location) - number            ; km
    (asset_speed ?ast - asset) - number                                      ; km/h
    (debris_weight ?deb - debris) - number                                   ; kg still in the water
    (debris_asset_debris_weight ?ast - debris_asset) - number                ; kg on board
    (debris_asset_debris_capacity ?ast - debris_asset) - number              ; kg it can carry
    (debris_asset_normal_debris_removal_rate ?ast - debris_asset) - number   ; kg/h
    (debris_asset_underwater_debris_removal_rate ?ast - debris_asset) - number ; kg/h
    (debris_asset_debris_unload_rate ?ast - debris_asset) - number           ; kg/h
    (scout_asset_scout_time ?ast - scout_asset) - number                     ; h
    (ship_salvage_asset_salvage_time ?ast - ship_salvage_asset) - number     ; h
    (ship_salvage_asset_dock_time ?ast - ship_salvage_asset) - number        ; h
    (authority_reply_time ?aut - authority) - number)                        ; h

  ; --- the debris boat ---

  (:durative-action move_debris_asset
    :parameters (?loc1 ?loc2 - location ?ast - debris_asset)
    :duration (= ?duration (/ (connected_location_distance ?loc1 ?loc2) (asset_speed ?ast)))
    :condition (and
      (at start (at ?ast ?loc1))
      (at start (is_asset_not_moving ?ast))
      (over all (is_location_connected ?loc1 ?loc2))
      (over all (is_location_not_blocked ?loc1 ?loc2))
      (over all (is_location_unrestricted ?loc2))
      (over all (is_underwater_debris_visible ?loc2))
      (over all (is_asset_not_damaged ?ast))
      (over all (is_debris_asset_not_removing_debris ?ast))
      (over all (is_debris_asset_not_unloading_debris ?ast)))
    :effect (and
      (at start (not (at ?ast ?loc1)))
      (at start (not (is_asset_not_moving ?ast)))
      (at end (at ?ast ?loc2))
      (at end (is_asset_not_moving ?ast))))

  ; All that is left of a piece of surface debris; it must fit on board.
  (:durative-action remove_normal_debris_total
    :parameters (?loc1 ?loc2 - location ?deb - normal_debris ?ast - debris_asset)
    :duration (= ?duration (/ (debris_weight ?deb) (debris_asset_normal_debris_removal_rate ?ast)))
    :condition (and
      (at start (at ?deb ?loc1))
      (at start (at ?deb ?loc2))
      (at start (is_debris_asset_not_removing_debris ?ast))
      (at start (> (debris_weight ?deb) 0))
      (at start (> (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast)))
      (at start (>= (- (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast)) (debris_weight ?deb)))
      (over all (is_location_connected ?loc1 ?loc2))
      (over all (at ?ast ?loc1))
      (over all (is_asset_not_damaged ?ast))
      (over all (is_asset_not_moving ?ast))
      (over all (is_debris_asset_not_unloading_debris ?ast))
      (over all (>= (debris_weight ?deb) 0))
      (over all (>= (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast))))
    :effect (and
      (at start (not (is_debris_asset_not_removing_debris ?ast)))
      (at end (is_debris_asset_not_removing_debris ?ast))
      (at end (not (at ?deb ?loc1)))
      (at end (not (at ?deb ?loc2)))
      (at end (is_location_not_blocked ?loc1 ?loc2))
      (at end (is_location_not_blocked ?loc2 ?loc1))
      (at end (increase (debris_asset_debris_weight ?ast) (debris_weight ?deb)))
      (at end (assign (debris_weight ?deb) 0))))

  ; As much surface debris as still fits on board, where some of it must stay behind.
  (:durative-action remove_normal_debris_partial
    :parameters (?loc1 ?loc2 - location ?deb - normal_debris ?ast - debris_asset)
    :duration (= ?duration (/ (- (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast))
                              (debris_asset_normal_debris_removal_rate ?ast)))
    :condition (and
      (at start (is_debris_asset_not_removing_debris ?ast))
      (at start (> (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast)))
      (at start (> (debris_weight ?deb) (- (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast))))
      (over all (is_location_connected ?loc1 ?loc2))
      (over all (at ?deb ?loc1))
      (over all (at ?deb ?loc2))
      (over all (at ?ast ?loc1))
      (over all (is_asset_not_damaged ?ast))
      (over all (is_asset_not_moving ?ast))
      (over all (is_debris_asset_not_unloading_debris ?ast))
      (over all (> (debris_weight ?deb) 0))
      (over all (>= (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast))))
    :effect (and
      (at start (not (is_debris_asset_not_removing_debris ?ast)))
      (at end (is_debris_asset_not_removing_debris ?ast))
      (at end (decrease (debris_weight ?deb)
                        (- (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast))))
      (at end (assign (debris_asset_debris_weight ?ast) (debris_asset_debris_capacity ?ast)))))

  ; Underwater debris: as above, slower, and only where both sides have been scouted.
  (:durative-action remove_underwater_debris_total
    :parameters (?loc1 ?loc2 - location ?deb - underwater_debris ?ast - debris_asset)
    :duration (= ?duration (/ (debris_weight ?deb) (debris_asset_underwater_debris_removal_rate ?ast)))
    :condition (and
      (at start (at ?deb ?loc1))
      (at start (at ?deb ?loc2))
      (at start (is_debris_asset_not_removing_debris ?ast))
      (at start (> (debris_weight ?deb) 0))
      (at start (> (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast)))
      (at start (>= (- (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast)) (debris_weight ?deb)))
      (over all (is_location_connected ?loc1 ?loc2))
      (over all (is_underwater_debris_visible ?loc1))
      (over all (is_underwater_debris_visible ?loc2))
      (over all (at ?ast ?loc1))
      (over all (is_asset_not_damaged ?ast))
      (over all (is_asset_not_moving ?ast))
      (over all (is_debris_asset_not_unloading_debris ?ast))
      (over all (>= (debris_weight ?deb) 0))
      (over all (>= (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast))))
    :effect (and
      (at start (not (is_debris_asset_not_removing_debris ?ast)))
      (at end (is_debris_asset_not_removing_debris ?ast))
      (at end (not (at ?deb ?loc1)))
      (at end (not (at ?deb ?loc2)))
      (at end (is_location_not_blocked ?loc1 ?loc2))
      (at end (is_location_not_blocked ?loc2 ?loc1))
      (at end (increase (debris_asset_debris_weight ?ast) (debris_weight ?deb)))
      (at end (assign (debris_weight ?deb) 0))))

  (:durative-action remove_underwater_debris_partial
    :parameters (?loc1 ?loc2 - location ?deb - underwater_debris ?ast - debris_asset)
    :duration (= ?duration (/ (- (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast))
                              (debris_asset_underwater_debris_removal_rate ?ast)))
    :condition (and
      (at start (is_debris_asset_not_removing_debris ?ast))
      (at start (> (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast)))
      (at start (> (debris_weight ?deb) (- (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast))))
      (over all (is_location_connected ?loc1 ?loc2))
      (over all (is_underwater_debris_visible ?loc1))
      (over all (is_underwater_debris_visible ?loc2))
      (over all (at ?deb ?loc1))
      (over all (at ?deb ?loc2))
      (over all (at ?ast ?loc1))
      (over all (is_asset_not_damaged ?ast))
      (over all (is_asset_not_moving ?ast))
      (over all (is_debris_asset_not_unloading_debris ?ast))
      (over all (> (debris_weight ?deb) 0))
      (over all (>= (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast))))
    :effect (and
      (at start (not (is_debris_asset_not_removing_debris ?ast)))
      (at end (is_debris_asset_not_removing_debris ?ast))
      (at end (decrease (debris_weight ?deb)
                        (- (debris_asset_debris_capacity ?ast) (debris_asset_debris_weight ?ast))))
      (at end (assign (debris_asset_debris_weight ?ast) (debris_asset_debris_capacity ?ast)))))

  (:durative-action unload_debris_debris_station
    :parameters (?loc - location ?ast - debris_asset)
    :duration (= ?duration (/ (debris_asset_debris_weight ?ast) (debris_asset_debris_unload_rate ?ast)))
    :condition (and
      (at start (is_debris_asset_not_unloading_debris ?ast))
      (at start (> (debris_asset_debris_weight ?ast) 0))
      (over all (is_location_debris_station ?loc))
      (over all (at ?ast ?loc))
      (over all (is_asset_not_damaged ?ast))
      (over all (is_asset_not_moving ?ast))
      (over all (is_debris_asset_not_removing_debris ?ast))
      (over all (>= (debris_asset_debris_weight ?ast) 0)))
    :effect (and
      (at start (not (is_debris_asset_not_unloading_debris ?ast)))
      (at end (is_debris_asset_not_unloading_debris ?ast))
      (at end (assign (debris_asset_debris_weight ?ast) 0))))

  ; --- the scout: passes over debris, hidden or not ---

  (:durative-action move_scout_asset
    :parameters (?loc1 ?loc2 - location ?ast - scout_asset)
    :duration (= ?duration (/ (connected_location_distance ?loc1 ?loc2) (asset_speed ?ast)))
    :condition (and
      (at start (at ?ast ?loc1))
      (at start (is_asset_not_moving ?ast))
      (over all (is_location_connected ?loc1 ?loc2))
      (over all (is_location_unrestricted ?loc2))
      (over all (is_asset_not_damaged ?ast))
      (over all (is_scout_asset_not_scouting ?ast)))
    :effect (and
      (at start (not (at ?ast ?loc1)))
      (at start (not (is_asset_not_moving ?ast)))
      (at end (at ?ast ?loc2))
      (at end (is_asset_not_moving ?ast))))

  (:durative-action scout_location
    :parameters (?loc - location ?ast - scout_asset)
    :duration (= ?duration (scout_asset_scout_time ?ast))
    :condition (and
      (at start (is_scout_asset_not_scouting ?ast))
      (over all (at ?ast ?loc))
      (over all (is_asset_not_damaged ?ast))
      (over all (is_asset_not_moving ?ast)))
    :effect (and
      (at start (not (is_scout_asset_not_scouting ?ast)))
      (at end (is_scout_asset_not_scouting ?ast))
      (at end (is_underwater_debris_visible ?loc))))

  ; --- the salvage boat ---

  (:durative-action move_ship_salvage_asset
    :parameters (?loc1 ?loc2 - location ?ast - ship_salvage_asset)
    :duration (= ?duration (/ (connected_location_distance ?loc1 ?loc2) (asset_speed ?ast)))
    :condition (and
      (at start (at ?ast ?loc1))
      (at start (is_asset_not_moving ?ast))
      (over all (is_location_connected ?loc1 ?loc2))
      (over all (is_location_not_blocked ?loc1 ?loc2))
      (over all (is_location_unrestricted ?loc2))
      (over all (is_underwater_debris_visible ?loc2))
      (over all (is_asset_not_damaged ?ast))
      (over all (is_ship_salvage_asset_not_docking_ship ?ast))
      (over all (is_ship_salvage_asset_not_salvaging_ship ?ast)))
    :effect (and
      (at start (not (at ?ast ?loc1)))
      (at start (not (is_asset_not_moving ?ast)))
      (at end (at ?ast ?loc2))
      (at end (is_asset_not_moving ?ast))))

  (:durative-action ship_salvage_asset_salvage_ship
    :parameters (?loc - location ?shp - ship ?ast - ship_salvage_asset)
    :duration (= ?duration (ship_salvage_asset_salvage_time ?ast))
    :condition (and
      (at start (at ?shp ?loc))
      (at start (is_ship_salvage_asset_not_salvaging_ship ?ast))
      (at start (is_ship_salvage_asset_not_towing_ship ?ast))
      (over all (is_shipwreck ?shp))
      (over all (at ?ast ?loc))
      (over all (is_asset_not_damaged ?ast))
      (over all (is_asset_not_moving ?ast))
      (over all (is_ship_salvage_asset_not_docking_ship ?ast)))
    :effect (and
      (at start (not (is_ship_salvage_asset_not_salvaging_ship ?ast)))
      (at start (not (at ?shp ?loc)))
      (at end (is_ship_salvage_asset_not_salvaging_ship ?ast))
      (at end (not (is_ship_salvage_asset_not_towing_ship ?ast)))
      (at end (on ?shp ?ast))))

  (:durative-action ship_salvage_asset_dock_ship
    :parameters (?loc - location ?shp - ship ?ast - ship_salvage_asset)
    :duration (= ?duration (ship_salvage_asset_dock_time ?ast))
    :condition (and
      (at start (on ?shp ?ast))
      (at start (is_ship_salvage_asset_not_docking_ship ?ast))
      (over all (is_location_ship_dock ?loc))
      (over all (is_shipwreck ?shp))
      (over all (at ?ast ?loc))
      (over all (is_asset_not_damaged ?ast))
      (over all (is_asset_not_moving ?ast))
      (over all (is_ship_salvage_asset_not_salvaging_ship ?ast)))
    :effect (and
      (at start (not (is_ship_salvage_asset_not_docking_ship ?ast)))
      (at start (not (on ?shp ?ast)))
      (at end (is_ship_salvage_asset_not_docking_ship ?ast))
      (at end (is_ship_salvage_asset_not_towing_ship ?ast))
      (at end (at ?shp ?loc))))

  ; --- the authorities ---

  (:durative-action authority_make_location_unrestricted
    :parameters (?loc - location ?aut - authority)
    :duration (= ?duration (authority_reply_time ?aut))
    :condition (over all (has_authority_over_location ?aut ?loc))
    :effect (at end (is_location_unrestricted ?loc))))
