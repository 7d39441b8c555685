"""A domain that has a bit of everything, and problems of it."""

from __future__ import annotations

from plancritic.pddl.execution import Trajectory, execute
from plancritic.pddl.language import Problem, parse_domain, parse_plan, parse_problem

DOMAIN = """
(define (domain small)
(:requirements :typing :durative-actions :fluents :adl :timed-initial-literals :constraints :preferences)
(:types box crate - thing thing - object tool)
(:constants C - crate)
(:predicates (P ?x - thing) (q ?x - thing) (r ?x - thing) (held ?x - (either box tool)))
(:functions (fuel ?x - thing) (total))
(:durative-action make :parameters (?x - thing) :duration (= ?duration 2)
  :condition (and) :effect (at end (p ?x)))
(:durative-action need :parameters (?x - thing) :duration (= ?duration 2)
  :condition (at start (p ?x)) :effect (at end (q ?x)))
(:durative-action keep :parameters (?x - thing) :duration (= ?duration 2)
  :condition (over all (p ?x)) :effect (at end (q ?x)))
(:durative-action finish :parameters (?x - thing) :duration (= ?duration 2)
  :condition (at end (p ?x)) :effect (at end (q ?x)))
(:durative-action drop :parameters (?x - thing) :duration (= ?duration 1)
  :condition (and) :effect (at end (not (p ?x))))
(:durative-action fill :parameters (?x - thing) :duration (= ?duration 1)
  :condition (and) :effect (at end (increase (fuel ?x) 1)))
(:durative-action empty :parameters (?x - thing) :duration (= ?duration 1)
  :condition (and) :effect (at end (assign (fuel ?x) 0)))
(:durative-action sum :parameters (?x - thing) :duration (= ?duration 1)
  :condition (at end (> (fuel ?x) 0)) :effect (at end (increase (total) (fuel ?x))))
(:durative-action burn :parameters (?x - thing) :duration (and (>= ?duration 1) (<= ?duration (* 2 (fuel ?x))))
  :condition (at start (not (p ?x)))
  :effect (and (at start (decrease (fuel ?x) (/ ?duration 2))) (at end (q ?x))))
(:durative-action decide :parameters (?x - thing) :duration (= ?duration 2) :condition (and)
  :effect (and (when (at start (p ?x)) (at end (q ?x)))
               (when (over all (p ?x)) (at end (p c)))
               (when (at end (p ?x)) (at end (r ?x)))))
(:durative-action toggle :parameters (?x - thing) :duration (= ?duration 2)
  :condition (at start (p ?x))
  :effect (and (at start (not (p ?x))) (at end (p ?x)) (at end (q ?x))))
(:action flip :parameters (?x - thing)
  :precondition (and (imply (p ?x) (not (q ?x))) (or (p ?x) (r ?x)) (exists (?y - thing) (and (p ?y) (not (= ?x ?y)))))
  :effect (and (q ?x) (not (p ?x)) (forall (?y - crate) (when (r ?y) (p ?y)))))
)
"""


def problem(facts: str = "", goal: str = "(q a)", more: str = "") -> Problem:
    text = (
        "(define (problem one) (:domain small) (:objects A b - box k - crate t - tool)"
        f"(:init {facts} (= (fuel a) 1) (= (fuel b) 1) (= (total) 0)) (:goal {goal}) {more})"
    )
    return parse_problem(text, parse_domain(DOMAIN))


def run(plan: str, facts: str = "", goal: str = "(q a)") -> Trajectory:
    return execute(problem(facts, goal), parse_plan(plan))
