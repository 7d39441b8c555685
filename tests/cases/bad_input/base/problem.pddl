; Ten places in a row, one robot.
(define (problem rounds-1)
  (:domain rounds)
  (:objects
    p0 p1 p2 p3 p4 p5 p6 p7 p8 p9 - place
    bob - robot)
  (:init
    (at bob p0)
    (= (fuel bob) 20)
    (= (total) 0)
    (link p0 p1) (link p1 p0) (= (way p0 p1) 1) (= (way p1 p0) 1)
    (link p1 p2) (link p2 p1) (= (way p1 p2) 1) (= (way p2 p1) 1)
    (link p2 p3) (link p3 p2) (= (way p2 p3) 1) (= (way p3 p2) 1)
    (link p3 p4) (link p4 p3) (= (way p3 p4) 1) (= (way p4 p3) 1)
    (link p4 p5) (link p5 p4) (= (way p4 p5) 1) (= (way p5 p4) 1)
    (link p5 p6) (link p6 p5) (= (way p5 p6) 1) (= (way p6 p5) 1)
    (link p6 p7) (link p7 p6) (= (way p6 p7) 1) (= (way p7 p6) 1)
    (link p7 p8) (link p8 p7) (= (way p7 p8) 1) (= (way p8 p7) 1)
    (link p8 p9) (link p9 p8) (= (way p8 p9) 1) (= (way p9 p8) 1))
  (:goal (and (seen p2))))
