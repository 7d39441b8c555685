"""A small problem with numbers to compute with: a tank that is filled, at a price, by a durative action."""

from __future__ import annotations

from plancritic.pddl.language import Problem, parse_domain, parse_problem

DOMAIN = """(define (domain tanks)
 (:requirements :typing :fluents :durative-actions :timed-initial-literals :negative-preconditions
  :disjunctive-preconditions :constraints)
 (:types tank)
 (:predicates (empty ?t - tank) (full ?t - tank) (open))
 (:functions (level) (size) (idle) (pace))
 (:durative-action fill :parameters (?t - tank) :duration (= ?duration DURATION)
  :condition (and (at start (empty ?t)) CONDITION)
  :effect (and (at start (not (empty ?t))) (at end (full ?t)) (at end (increase (level) 1)) EFFECT))
)
"""
PROBLEM = """(define (problem one) (:domain tanks)
 (:objects t1 t2 - tank)
 (:init (empty t1) (empty t2) (= (level) LEVEL) (= (size) 5) (= (idle) 0) (= (pace) TAKES) MORE)
 (:goal GOAL)
)
"""
PLAN = "0.000: (fill t1) [1.000]\n"


def tanks_domain(duration: str = "(pace)", condition: str = "", effect: str = "") -> str:
    """The domain's text."""
    return DOMAIN.replace("DURATION", duration).replace("CONDITION", condition).replace("EFFECT", effect)


def tanks_problem(goal: str = "(full t1)", more: str = "", level: str = "0", takes: str = "1") -> str:
    """The problem's text: `level` counts the filled tanks, `idle` is 0 for ever, filling takes `takes`."""
    texts = {"LEVEL": level, "TAKES": takes, "MORE": more, "GOAL": goal}
    found = PROBLEM
    for name, text in texts.items():
        found = found.replace(name, text)
    return found


def tanks(domain: str | None = None, problem: str | None = None) -> Problem:
    """The problem, read."""
    return parse_problem(problem or tanks_problem(), parse_domain(domain or tanks_domain()))
