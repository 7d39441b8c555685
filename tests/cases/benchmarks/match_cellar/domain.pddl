; Match Cellar: a fuse can only be mended by the light of a match, with one hand that is free.
(define (domain match-cellar)
  (:requirements :typing :durative-actions)
  (:types match fuse)
  (:predicates
    (unused ?m - match)
    (light ?m - match)
    (handfree)
    (mended ?f - fuse))

  (:durative-action light-match
    :parameters (?m - match)
    :duration (= ?duration 5)
    :condition (at start (unused ?m))
    :effect (and
      (at start (not (unused ?m)))
      (at start (light ?m))
      (at end (not (light ?m)))))

  (:durative-action mend-fuse
    :parameters (?f - fuse ?m - match)
    :duration (= ?duration 2)
    :condition (and
      (at start (handfree))
      (over all (light ?m)))
    :effect (and
      (at start (not (handfree)))
      (at end (mended ?f))
      (at end (handfree)))))
