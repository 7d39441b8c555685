; Three waypoints on each branch, 100 kg of debris on every leg.
(define (problem waterway-3)
  (:domain waterway)

  (:objects
    wpt_ini wpt_end wpt_a_0 wpt_a_1 wpt_a_2 wpt_b_0 wpt_b_1 wpt_b_2 deb_stn_0 shp_dck_0 - location
    deb_ast_0 - debris_asset
    sct_ast_0 - scout_asset
    shp_sal_ast_0 - ship_salvage_asset
    shp_0 - ship
    n_deb_ini_a_0 n_deb_a_0_a_1 n_deb_a_1_a_2 n_deb_a_2_end - normal_debris
    u_deb_ini_b_0 u_deb_b_0_b_1 u_deb_b_1_b_2 u_deb_b_2_end - underwater_debris
    aut_a aut_b - authority)

  (:init
    ; the map: every way can be taken in both directions
    (is_location_connected wpt_ini deb_stn_0) (is_location_connected deb_stn_0 wpt_ini)
    (is_location_connected wpt_ini shp_dck_0) (is_location_connected shp_dck_0 wpt_ini)
    (is_location_connected wpt_ini wpt_a_0) (is_location_connected wpt_a_0 wpt_ini)
    (is_location_connected wpt_a_0 wpt_a_1) (is_location_connected wpt_a_1 wpt_a_0)
    (is_location_connected wpt_a_1 wpt_a_2) (is_location_connected wpt_a_2 wpt_a_1)
    (is_location_connected wpt_a_2 wpt_end) (is_location_connected wpt_end wpt_a_2)
    (is_location_connected wpt_ini wpt_b_0) (is_location_connected wpt_b_0 wpt_ini)
    (is_location_connected wpt_b_0 wpt_b_1) (is_location_connected wpt_b_1 wpt_b_0)
    (is_location_connected wpt_b_1 wpt_b_2) (is_location_connected wpt_b_2 wpt_b_1)
    (is_location_connected wpt_b_2 wpt_end) (is_location_connected wpt_end wpt_b_2)
    (= (connected_location_distance wpt_ini deb_stn_0) 10) (= (connected_location_distance deb_stn_0 wpt_ini) 10)
    (= (connected_location_distance wpt_ini shp_dck_0) 10) (= (connected_location_distance shp_dck_0 wpt_ini) 10)
    (= (connected_location_distance wpt_ini wpt_a_0) 10) (= (connected_location_distance wpt_a_0 wpt_ini) 10)
    (= (connected_location_distance wpt_a_0 wpt_a_1) 10) (= (connected_location_distance wpt_a_1 wpt_a_0) 10)
    (= (connected_location_distance wpt_a_1 wpt_a_2) 10) (= (connected_location_distance wpt_a_2 wpt_a_1) 10)
    (= (connected_location_distance wpt_a_2 wpt_end) 10) (= (connected_location_distance wpt_end wpt_a_2) 10)
    (= (connected_location_distance wpt_ini wpt_b_0) 10) (= (connected_location_distance wpt_b_0 wpt_ini) 10)
    (= (connected_location_distance wpt_b_0 wpt_b_1) 10) (= (connected_location_distance wpt_b_1 wpt_b_0) 10)
    (= (connected_location_distance wpt_b_1 wpt_b_2) 10) (= (connected_location_distance wpt_b_2 wpt_b_1) 10)
    (= (connected_location_distance wpt_b_2 wpt_end) 10) (= (connected_location_distance wpt_end wpt_b_2) 10)
    (is_location_debris_station deb_stn_0)
    (is_location_ship_dock shp_dck_0)

    ; free of debris from the beginning: the ways to the station and to the dock
    (is_location_not_blocked wpt_ini deb_stn_0) (is_location_not_blocked deb_stn_0 wpt_ini)
    (is_location_not_blocked wpt_ini shp_dck_0) (is_location_not_blocked shp_dck_0 wpt_ini)

    ; surface debris, on branch A: one piece between each two neighbours
    (at n_deb_ini_a_0 wpt_ini) (at n_deb_ini_a_0 wpt_a_0) (= (debris_weight n_deb_ini_a_0) 100)
    (at n_deb_a_0_a_1 wpt_a_0) (at n_deb_a_0_a_1 wpt_a_1) (= (debris_weight n_deb_a_0_a_1) 100)
    (at n_deb_a_1_a_2 wpt_a_1) (at n_deb_a_1_a_2 wpt_a_2) (= (debris_weight n_deb_a_1_a_2) 100)
    (at n_deb_a_2_end wpt_a_2) (at n_deb_a_2_end wpt_end) (= (debris_weight n_deb_a_2_end) 100)

    ; underwater debris, on branch B: one piece between each two neighbours
    (at u_deb_ini_b_0 wpt_ini) (at u_deb_ini_b_0 wpt_b_0) (= (debris_weight u_deb_ini_b_0) 100)
    (at u_deb_b_0_b_1 wpt_b_0) (at u_deb_b_0_b_1 wpt_b_1) (= (debris_weight u_deb_b_0_b_1) 100)
    (at u_deb_b_1_b_2 wpt_b_1) (at u_deb_b_1_b_2 wpt_b_2) (= (debris_weight u_deb_b_1_b_2) 100)
    (at u_deb_b_2_end wpt_b_2) (at u_deb_b_2_end wpt_end) (= (debris_weight u_deb_b_2_end) 100)

    ; open to traffic, and nothing hidden under water, from the beginning
    (is_location_unrestricted wpt_ini)
    (is_location_unrestricted wpt_end)
    (is_location_unrestricted deb_stn_0)
    (is_location_unrestricted shp_dck_0)
    (is_underwater_debris_visible wpt_ini)
    (is_underwater_debris_visible deb_stn_0)
    (is_underwater_debris_visible shp_dck_0)

    ; the authorities of the two branches
    (has_authority_over_location aut_a wpt_a_0)
    (has_authority_over_location aut_a wpt_a_1)
    (has_authority_over_location aut_a wpt_a_2)
    (= (authority_reply_time aut_a) 0.1)
    (has_authority_over_location aut_b wpt_b_0)
    (has_authority_over_location aut_b wpt_b_1)
    (has_authority_over_location aut_b wpt_b_2)
    (= (authority_reply_time aut_b) 0.1)

    ; the vessels, all at the start and idle
    (at deb_ast_0 wpt_ini) (is_asset_not_damaged deb_ast_0) (is_asset_not_moving deb_ast_0) (= (asset_speed deb_ast_0) 10)
    (at sct_ast_0 wpt_ini) (is_asset_not_damaged sct_ast_0) (is_asset_not_moving sct_ast_0) (= (asset_speed sct_ast_0) 20)
    (at shp_sal_ast_0 wpt_ini) (is_asset_not_damaged shp_sal_ast_0) (is_asset_not_moving shp_sal_ast_0) (= (asset_speed shp_sal_ast_0) 10)
    (is_debris_asset_not_removing_debris deb_ast_0) (is_debris_asset_not_unloading_debris deb_ast_0)
    (= (debris_asset_debris_weight deb_ast_0) 0)
    (= (debris_asset_debris_capacity deb_ast_0) 1000)
    (= (debris_asset_normal_debris_removal_rate deb_ast_0) 100)
    (= (debris_asset_underwater_debris_removal_rate deb_ast_0) 50)
    (= (debris_asset_debris_unload_rate deb_ast_0) 2000)
    (is_scout_asset_not_scouting sct_ast_0) (= (scout_asset_scout_time sct_ast_0) 1)
    (is_ship_salvage_asset_not_salvaging_ship shp_sal_ast_0) (is_ship_salvage_asset_not_docking_ship shp_sal_ast_0)
    (is_ship_salvage_asset_not_towing_ship shp_sal_ast_0)
    (= (ship_salvage_asset_salvage_time shp_sal_ast_0) 1) (= (ship_salvage_asset_dock_time shp_sal_ast_0) 1)

    ; the wreck
    (is_shipwreck shp_0) (at shp_0 wpt_end))

  (:goal (at shp_0 shp_dck_0))
  (:metric minimize (total-time)))
