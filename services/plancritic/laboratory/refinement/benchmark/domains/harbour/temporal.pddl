(define (domain harbour)
  (:requirements :strips :typing :durative-actions)
  (:types ship chamber berth crate - object)
  (:predicates
    (at-sea ?s - ship)
    (in-chamber ?s - ship ?k - chamber)
    (in-basin ?s - ship)
    (moored ?s - ship ?b - berth)
    (chamber-free ?k - chamber)
    (low ?k - chamber)
    (high ?k - chamber)
    (berth-free ?b - berth)
    (aboard ?c - crate ?s - ship)
    (ashore ?c - crate)
    (hold-empty ?s - ship))

  (:durative-action enter
    :parameters (?s - ship ?k - chamber)
    :duration (= ?duration 10)
    :condition (and (at start (at-sea ?s)) (at start (chamber-free ?k)) (over all (low ?k)))
    :effect (and (at start (not (at-sea ?s))) (at start (not (chamber-free ?k))) (at end (in-chamber ?s ?k))))

  (:durative-action leave
    :parameters (?s - ship ?k - chamber)
    :duration (= ?duration 10)
    :condition (and (at start (in-chamber ?s ?k)) (over all (high ?k)))
    :effect (and (at start (not (in-chamber ?s ?k))) (at end (in-basin ?s)) (at end (chamber-free ?k))))

  (:durative-action fill
    :parameters (?k - chamber)
    :duration (= ?duration 15)
    :condition (and (at start (low ?k)))
    :effect (and (at start (not (low ?k))) (at end (high ?k))))

  (:durative-action drain
    :parameters (?k - chamber)
    :duration (= ?duration 15)
    :condition (and (at start (high ?k)))
    :effect (and (at start (not (high ?k))) (at end (low ?k))))

  (:durative-action moor
    :parameters (?s - ship ?b - berth)
    :duration (= ?duration 5)
    :condition (and (at start (in-basin ?s)) (at start (berth-free ?b)))
    :effect (and (at start (not (in-basin ?s))) (at start (not (berth-free ?b))) (at end (moored ?s ?b))))

  (:durative-action cast-off
    :parameters (?s - ship ?b - berth)
    :duration (= ?duration 5)
    :condition (and (at start (moored ?s ?b)))
    :effect (and (at start (not (moored ?s ?b))) (at end (in-basin ?s)) (at end (berth-free ?b))))

  (:durative-action unload
    :parameters (?c - crate ?s - ship ?b - berth)
    :duration (= ?duration 8)
    :condition (and (at start (aboard ?c ?s)) (over all (moored ?s ?b)))
    :effect (and (at start (not (aboard ?c ?s))) (at end (ashore ?c)) (at end (hold-empty ?s))))

  (:durative-action load
    :parameters (?c - crate ?s - ship ?b - berth)
    :duration (= ?duration 8)
    :condition (and (at start (ashore ?c)) (over all (moored ?s ?b)) (at start (hold-empty ?s)))
    :effect (and (at start (not (ashore ?c))) (at start (not (hold-empty ?s))) (at end (aboard ?c ?s)))))
