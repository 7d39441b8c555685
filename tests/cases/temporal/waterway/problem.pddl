; One way round by each bank: drifting debris by the mill, sunk debris by the quarry; one of them has to be opened.
(define (problem river-1)
  (:domain river)

  (:objects
    harbour mill quarry weir dump yard - place
    scout1 - scout
    clearer1 - clearer
    tug1 - tug
    ferry - wreck
    logs1 logs2 gravel1 gravel2 - debris
    mill-office quarry-office - office)

  (:init
    (way harbour mill) (way mill harbour) (= (length harbour mill) 10) (= (length mill harbour) 10)
    (way mill weir) (way weir mill) (= (length mill weir) 10) (= (length weir mill) 10)
    (way harbour quarry) (way quarry harbour) (= (length harbour quarry) 10) (= (length quarry harbour) 10)
    (way quarry weir) (way weir quarry) (= (length quarry weir) 10) (= (length weir quarry) 10)
    (way harbour dump) (way dump harbour) (= (length harbour dump) 10) (= (length dump harbour) 10)
    (way harbour yard) (way yard harbour) (= (length harbour yard) 10) (= (length yard harbour) 10)
    (passable harbour dump) (passable dump harbour) (passable harbour yard) (passable yard harbour)
    (floats logs1 harbour mill) (floats logs1 mill harbour) (= (weight logs1) 100)
    (floats logs2 mill weir) (floats logs2 weir mill) (= (weight logs2) 100)
    (sunk gravel1 harbour quarry) (sunk gravel1 quarry harbour) (= (weight gravel1) 100)
    (sunk gravel2 quarry weir) (sunk gravel2 weir quarry) (= (weight gravel2) 100)
    (tip dump) (dock yard)
    (admitted harbour) (admitted weir) (admitted dump) (admitted yard)
    (explored harbour) (explored dump) (explored yard)
    (in-charge mill-office mill) (= (answer-time mill-office) 0.5)
    (in-charge quarry-office quarry) (= (answer-time quarry-office) 0.5)
    (at scout1 harbour) (idle scout1) (= (speed scout1) 20)
    (at clearer1 harbour) (idle clearer1) (= (speed clearer1) 10)
    (= (cargo clearer1) 0) (= (capacity clearer1) 500)
    (= (rate clearer1) 100) (= (sunk-rate clearer1) 50) (= (tipping-rate clearer1) 500)
    (at tug1 harbour) (idle tug1) (line-free tug1) (= (speed tug1) 10)
    (at ferry weir))

  (:goal (at ferry yard))
  (:metric minimize (total-time)))
