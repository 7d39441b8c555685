; Four fuses, two matches: each match is light enough for two fuses.
(define (problem cellar-4)
  (:domain match-cellar)
  (:objects
    m1 m2 - match
    f1 f2 f3 f4 - fuse)
  (:init (handfree) (unused m1) (unused m2))
  (:goal (and (mended f1) (mended f2) (mended f3) (mended f4))))
