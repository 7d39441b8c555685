; Three rows and two tractors; no track leads to the upper row, and the unripe Silvaner gets the second net.
(define (problem vineyard-3)
  (:domain vineyard)

  (:objects
    luc marta - picker
    elise victor - winemaker
    tractor1 tractor2 - tractor
    crusher1 - crusher
    vat1 vat2 vat3 - vat
    net1 net2 - net
    riesling pinot silvaner - grapes
    upper_row middle_row lower_row - row
    shed press_house cellar chapel - place)

  (:init
    (at luc press_house) (free luc)
    (at marta chapel) (free marta)
    (at elise cellar) (free elise)
    (at victor shed) (free victor)
    (at tractor1 shed)
    (at tractor2 press_house)
    (at crusher1 press_house) (free crusher1)
    (at vat1 press_house) (empty vat1)
    (at vat2 cellar) (empty vat2)
    (at vat3 cellar) (empty vat3)
    (grows riesling upper_row) (= (hanging riesling) 1) (ripe riesling)
    (grows pinot middle_row) (= (hanging pinot) 1) (ripe pinot)
    (grows silvaner lower_row) (= (hanging silvaner) 1)
    (at net1 shed) (at net2 shed)
    (bare upper_row) (bare middle_row) (bare lower_row)
    (way shed press_house) (way press_house shed)
    (way press_house cellar) (way cellar press_house)
    (way press_house chapel) (way chapel press_house)
    (way chapel upper_row) (way upper_row chapel)
    (way chapel middle_row) (way middle_row chapel)
    (way middle_row upper_row) (way upper_row middle_row)
    (way middle_row lower_row) (way lower_row middle_row)
    (way shed lower_row) (way lower_row shed)
    (track shed press_house) (track press_house shed)
    (track press_house chapel) (track chapel press_house)
    (track press_house cellar) (track cellar press_house)
    (track chapel middle_row) (track middle_row chapel)
    (track shed lower_row) (track lower_row shed))

  (:goal (and
    (settled riesling)
    (tasted pinot)
    (covers net2 lower_row)))
  (:metric minimize (total-time)))
