; Both grapes are harvested; the Pinot needs three hours of sun without its net, and a crusher is in the press house only.
(define (problem vineyard-2)
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
    shed press_house cellar chapel - place)

  (:init
    (at luc chapel) (free luc)
    (at marta shed) (free marta)
    (at elise press_house) (free elise)
    (at tractor1 chapel)
    (at crusher1 press_house) (free crusher1)
    (at vat1 press_house) (empty vat1)
    (at vat2 cellar) (empty vat2)
    (grows riesling upper_row) (= (hanging riesling) 1) (ripe riesling)
    (grows pinot lower_row) (= (hanging pinot) 1)
    (covers net1 lower_row) (bare upper_row)
    (way shed press_house) (way press_house shed)
    (way press_house cellar) (way cellar press_house)
    (way press_house chapel) (way chapel press_house)
    (way chapel lower_row) (way lower_row chapel)
    (way chapel upper_row) (way upper_row chapel)
    (way lower_row upper_row) (way upper_row lower_row)
    (way cellar lower_row) (way lower_row cellar)
    (track shed press_house) (track press_house shed)
    (track press_house chapel) (track chapel press_house)
    (track chapel lower_row) (track lower_row chapel)
    (track chapel upper_row) (track upper_row chapel))

  (:goal (and
    (settled riesling)
    (settled pinot)
    (at tractor1 shed)))
  (:metric minimize (total-time)))
