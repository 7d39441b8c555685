; Three brewers and two pumps; a stout is in the kettle without hops, the mash tun is to be free of the ale and clean.
(define (problem brewery-2)
  (:domain brewery)

  (:objects
    rosa otto nina - brewer
    ale stout - beer
    mash_tun tank1 tank2 tank3 - tank
    copper_kettle - kettle
    barrel1 - barrel
    big_pump small_pump - pump)

  (:init
    (= (hands rosa) 1) (= (hands otto) 1) (= (hands nina) 1)
    (fills ale mash_tun) (= (boiling_time ale) 2) (= (fermenting_time ale) 30)
    (fills stout copper_kettle) (boiled stout)
    (= (boiling_time stout) 3) (= (fermenting_time stout) 40)
    (empty tank1) (empty tank2) (clean tank2) (empty tank3)
    (empty barrel1) (clean barrel1)
    (has_port mash_tun) (has_port tank1) (has_port tank2) (has_port tank3) (has_port copper_kettle)
    (cooled tank1) (cooled tank2) (cooled tank3)
    (connected big_pump mash_tun) (connected big_pump tank3)
    (connected small_pump copper_kettle) (connected small_pump tank1))

  (:goal (and
    (fermented stout)
    (boiled ale)
    (clean mash_tun)))
  (:metric minimize (total-time)))
