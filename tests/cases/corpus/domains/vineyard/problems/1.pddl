; The Riesling is ripe under the only net, which has to be over the Pinot, in the lower row, before the night.
(define (problem vineyard-1)
  (:domain vineyard)

  (:objects
    luc marta - picker
    elise - winemaker
    tractor1 - tractor
    crusher1 - crusher
    vat1 vat2 - vat
    net1 - net
    riesling pinot - grapes
    upper_row lower_row - row
    shed press_house cellar - place)

  (:init
    (at luc shed) (free luc)
    (at marta lower_row) (free marta)
    (at elise cellar) (free elise)
    (at tractor1 shed)
    (at crusher1 press_house) (free crusher1)
    (at vat1 press_house) (empty vat1)
    (at vat2 cellar) (empty vat2)
    (grows riesling upper_row) (= (hanging riesling) 1) (ripe riesling)
    (grows pinot lower_row) (= (hanging pinot) 1)
    (covers net1 upper_row) (bare lower_row)
    (way shed press_house) (way press_house shed)
    (way press_house cellar) (way cellar press_house)
    (way press_house lower_row) (way lower_row press_house)
    (way lower_row upper_row) (way upper_row lower_row)
    (way shed upper_row) (way upper_row shed)
    (track shed press_house) (track press_house shed)
    (track press_house lower_row) (track lower_row press_house)
    (track lower_row upper_row) (track upper_row lower_row))

  (:goal (and
    (tasted riesling)
    (covers net1 lower_row)))
  (:metric minimize (total-time)))
