; Two brewers, an ale in the mash tun, a lager that has fermented in tank 2 and is to go into a barrel.
(define (problem brewery-1)
  (:domain brewery)

  (:objects
    rosa otto - brewer
    ale lager - beer
    mash_tun tank1 tank2 - tank
    copper_kettle - kettle
    barrel1 barrel2 - barrel
    pump1 - pump)

  (:init
    (= (hands rosa) 1) (= (hands otto) 1)
    (fills ale mash_tun) (= (boiling_time ale) 2) (= (fermenting_time ale) 30)
    (fills lager tank2) (boiled lager) (hopped lager) (fermented lager)
    (= (boiling_time lager) 3) (= (fermenting_time lager) 48)
    (empty copper_kettle) (clean copper_kettle)
    (empty tank1)
    (empty barrel1) (empty barrel2) (clean barrel2)
    (has_port mash_tun) (has_port tank1) (has_port tank2) (has_port copper_kettle)
    (cooled tank1) (cooled tank2)
    (connected pump1 mash_tun) (connected pump1 tank1))

  (:goal (and
    (fermented ale)
    (fills lager barrel1)
    (tasted rosa lager)))
  (:metric minimize (total-time)))
