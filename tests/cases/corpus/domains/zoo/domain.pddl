; A morning round in a zoo: keepers fetch food and feed the animals, clean enclosures and lead animals through the gates
; between them, and the vet treats animals.
;
; An animal follows only a keeper whom it trusts, and only into an empty enclosure. A keeper cleans an empty enclosure
; quickly, and more slowly around an animal that trusts the keeper. A meal leaves the enclosure dirty. The vet treats an
; animal that is asleep, or a tame one that a keeper holds. An animal is put to sleep on an empty stomach, and it sleeps until
; the vet wakes it. A person does one thing at a time. Time is counted in minutes; how long a way takes depends on it, how
; long cleaning takes on the enclosure, how long a treatment takes on the animal.
(define (domain zoo)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents :durative-actions)

  (:types
    living place food - object
    person animal - living
    keeper vet - person
    enclosure building - place)

  (:predicates
    (at ?l - living ?p - place)
    (free ?w - person)
    (carries ?k - keeper ?f - food)
    (fed ?a - animal)
    (asleep ?a - animal)
    (treated ?a - animal)
    (clean ?e - enclosure)
    (empty ?e - enclosure)
    (tame ?a - animal)
    (trusts ?a - animal ?k - keeper)
    (eats ?a - animal ?f - food)
    (kept_at ?f - food ?b - building)
    (path ?a ?b - place)
    (gate ?a ?b - enclosure))

  (:functions
    (walking_time ?a ?b - place)
    (cleaning_time ?e - enclosure)
    (treatment_time ?a - animal)
    (portions ?f - food))

  (:durative-action walk
    :parameters (?w - person ?from ?to - place)
    :duration (= ?duration (walking_time ?from ?to))
    :condition (and
      (at start (free ?w))
      (at start (at ?w ?from))
      (over all (path ?from ?to)))
    :effect (and
      (at start (not (free ?w)))
      (at start (not (at ?w ?from)))
      (at end (free ?w))
      (at end (at ?w ?to))))

  (:durative-action fetch_food
    :parameters (?k - keeper ?f - food ?b - building)
    :duration (= ?duration 4)
    :condition (and
      (at start (free ?k))
      (at start (>= (portions ?f) 1))
      (over all (kept_at ?f ?b))
      (over all (at ?k ?b)))
    :effect (and
      (at start (not (free ?k)))
      (at start (decrease (portions ?f) 1))
      (at end (free ?k))
      (at end (carries ?k ?f))))

  (:durative-action put_back
    :parameters (?k - keeper ?f - food ?b - building)
    :duration (= ?duration 2)
    :condition (and
      (at start (free ?k))
      (at start (carries ?k ?f))
      (over all (kept_at ?f ?b))
      (over all (at ?k ?b)))
    :effect (and
      (at start (not (free ?k)))
      (at start (not (carries ?k ?f)))
      (at end (increase (portions ?f) 1))
      (at end (free ?k))))

  (:durative-action feed
    :parameters (?k - keeper ?a - animal ?f - food ?e - enclosure)
    :duration (= ?duration 10)
    :condition (and
      (at start (free ?k))
      (at start (carries ?k ?f))
      (over all (eats ?a ?f))
      (over all (not (asleep ?a)))
      (over all (at ?k ?e))
      (over all (at ?a ?e)))
    :effect (and
      (at start (not (free ?k)))
      (at start (not (carries ?k ?f)))
      (at start (not (clean ?e)))
      (at end (free ?k))
      (at end (fed ?a))))

  (:durative-action lead
    :parameters (?k - keeper ?a - animal ?from ?to - enclosure)
    :duration (= ?duration (+ 3 (walking_time ?from ?to)))
    :condition (and
      (at start (free ?k))
      (at start (at ?k ?from))
      (at start (at ?a ?from))
      (at start (empty ?to))
      (over all (gate ?from ?to))
      (over all (trusts ?a ?k))
      (over all (not (asleep ?a))))
    :effect (and
      (at start (not (free ?k)))
      (at start (not (at ?k ?from)))
      (at start (not (at ?a ?from)))
      (at start (not (empty ?to)))
      (at end (empty ?from))
      (at end (free ?k))
      (at end (at ?k ?to))
      (at end (at ?a ?to))))

  (:durative-action clean_out
    :parameters (?k - keeper ?e - enclosure)
    :duration (= ?duration (cleaning_time ?e))
    :condition (and
      (at start (free ?k))
      (over all (empty ?e))
      (over all (at ?k ?e)))
    :effect (and
      (at start (not (free ?k)))
      (at end (free ?k))
      (at end (clean ?e))))

  (:durative-action clean_around
    :parameters (?k - keeper ?a - animal ?e - enclosure)
    :duration (= ?duration (+ 12 (cleaning_time ?e)))
    :condition (and
      (at start (free ?k))
      (over all (trusts ?a ?k))
      (over all (at ?a ?e))
      (over all (at ?k ?e)))
    :effect (and
      (at start (not (free ?k)))
      (at end (free ?k))
      (at end (clean ?e))))

  (:durative-action put_to_sleep
    :parameters (?v - vet ?a - animal ?e - enclosure)
    :duration (= ?duration 6)
    :condition (and
      (at start (free ?v))
      (over all (not (fed ?a)))
      (over all (at ?v ?e))
      (over all (at ?a ?e)))
    :effect (and
      (at start (not (free ?v)))
      (at end (free ?v))
      (at end (asleep ?a))))

  (:durative-action wake
    :parameters (?v - vet ?a - animal ?e - enclosure)
    :duration (= ?duration 8)
    :condition (and
      (at start (free ?v))
      (at start (asleep ?a))
      (over all (at ?v ?e))
      (over all (at ?a ?e)))
    :effect (and
      (at start (not (free ?v)))
      (at end (free ?v))
      (at end (not (asleep ?a)))))

  (:durative-action treat_asleep
    :parameters (?v - vet ?a - animal ?e - enclosure)
    :duration (= ?duration (treatment_time ?a))
    :condition (and
      (at start (free ?v))
      (over all (asleep ?a))
      (over all (at ?v ?e))
      (over all (at ?a ?e)))
    :effect (and
      (at start (not (free ?v)))
      (at end (free ?v))
      (at end (treated ?a))))

  (:durative-action treat_held
    :parameters (?v - vet ?k - keeper ?a - animal ?e - enclosure)
    :duration (= ?duration (+ 5 (treatment_time ?a)))
    :condition (and
      (at start (free ?v))
      (at start (free ?k))
      (over all (tame ?a))
      (over all (trusts ?a ?k))
      (over all (at ?v ?e))
      (over all (at ?k ?e))
      (over all (at ?a ?e)))
    :effect (and
      (at start (not (free ?v)))
      (at start (not (free ?k)))
      (at end (free ?v))
      (at end (free ?k))
      (at end (treated ?a)))))
