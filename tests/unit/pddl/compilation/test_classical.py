"""Classical problems are compiled by unified-planning, what it refuses by our own encoding."""

from __future__ import annotations

import sys

import kairos
import pytest

from plancritic.pddl.compilation import Compiled, compile_constraints
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import (
    Problem,
    UnsupportedFeatureError,
    parse_constraint,
    parse_domain,
    parse_plan,
    parse_problem,
)

BLOCKS = """
(define (domain blocks) (:requirements :strips :typing) (:types block)
(:predicates (on ?x ?y - block) (ontable ?x - block) (clear ?x - block) (handempty) (holding ?x - block))
(:action pick-up :parameters (?x - block) :precondition (and (clear ?x) (ontable ?x) (handempty))
  :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
(:action put-down :parameters (?x - block) :precondition (holding ?x)
  :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
(:action stack :parameters (?x ?y - block) :precondition (and (holding ?x) (clear ?y))
  :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
(:action unstack :parameters (?x ?y - block) :precondition (and (on ?x ?y) (clear ?x) (handempty))
  :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))
"""


def blocks() -> Problem:
    text = (
        "(define (problem tower) (:domain blocks) (:objects A b c - block)"
        "(:init (ontable a) (ontable b) (ontable c) (clear a) (clear b) (clear c) (handempty))"
        "(:goal (and (on a b) (on b c))))"
    )
    return parse_problem(text, parse_domain(BLOCKS))


def plan_of(compiled: Compiled) -> str | None:
    parsed = kairos.parse_problem(compiled.problem, kairos.parse_domain(compiled.domain))
    result = kairos.Planner().solve(parsed, timeout=30.0, anytime=False, threads=1)
    assert result.status.name in {"SOLVED", "UNSOLVABLE"}
    return compiled.plan(result.plan.to_string(kairos.PlanFormat.IPC)) if result.plan else None


@pytest.mark.parametrize(
    ("constraint", "possible"),
    [
        ("(always (or (ontable c) (not (handempty))))", True),
        ("(always (not (holding b)))", False),
        ("(always (holding b))", False),
        ("(sometime (on c a))", True),
        ("(at-most-once (holding b))", True),
        ("(sometime-before (holding b) (on a c))", True),
        ("(sometime-before (handempty) (on a c))", False),
        ("(sometime-after (holding c) (on c b))", True),
        ("(sometime-after (holding b) (on c b))", False),
        ("(at end (clear a))", True),
        ("(at end (not (clear a)))", False),
    ],
)
@pytest.mark.parametrize("installed", [True, False], ids=["unified-planning", "without"])
def test_types_without_times(constraint: str, possible: bool, installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not installed:
        monkeypatch.setitem(sys.modules, "unified_planning.io", None)
    problem = blocks()
    compiled = compile_constraints(problem, [parse_constraint(constraint)])
    plan = plan_of(compiled)
    assert (plan is not None) is possible
    if plan is not None:
        trajectory = execute(problem, parse_plan(plan))
        assert trajectory.goal_met
        assert not trajectory.faults
        assert judge_constraint(trajectory, parse_constraint(constraint)).satisfied


def test_what_unified_planning_refuses_our_own_encoding_does() -> None:
    domain = parse_domain(
        "(define (domain count) (:requirements :fluents) (:functions (n))"
        "(:action up :parameters () :precondition (< (n) 3) :effect (increase (n) 1)))"
    )
    problem = parse_problem("(define (problem two) (:domain count) (:init (= (n) 0)) (:goal (>= (n) 2)))", domain)
    plan = plan_of(compile_constraints(problem, [parse_constraint("(sometime (>= (n) 3))")]))
    assert plan is not None
    assert len(parse_plan(plan).steps) == 3


def test_a_number_without_a_value_is_refused_in_words() -> None:
    domain = parse_domain(
        "(define (domain count) (:requirements :fluents) (:functions (n) (m))"
        "(:action up :parameters () :precondition (< (n) 3) :effect (increase (n) 1)))"
    )
    problem = parse_problem("(define (problem two) (:domain count) (:init (= (n) 0)) (:goal (>= (n) 2)))", domain)
    for constraint in ("(always (< (m) 1))", "(sometime (< (m) 1))", "(sometime-after (> (n) 0) (< (m) 1))"):
        with pytest.raises(UnsupportedFeatureError, match=r"without an initial value: \(m\)"):
            compile_constraints(problem, [parse_constraint(constraint)])


def test_what_unified_plannings_grounder_stumbles_over_our_own_encoding_does() -> None:
    domain = parse_domain(
        "(define (domain fixed) (:requirements :strips :typing) (:types thing)"
        "(:predicates (p ?x - thing) (q ?x - thing) (r))"
        "(:action act :parameters (?x - thing) :precondition (and (p ?x) (q ?x)) :effect (r)))"
    )
    text = "(define (problem two) (:domain fixed) (:objects a b - thing) (:init (p a) (q a)) (:goal (r)))"
    compiled = compile_constraints(parse_problem(text, domain), [parse_constraint("(always (p a))")])
    assert plan_of(compiled) == "(act a)\n"
