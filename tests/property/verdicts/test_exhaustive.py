"""The exhaustive search that other tests lean on: its plans are plans, and it misses none that Kairos finds."""

from __future__ import annotations

import asyncio

import kairos
from hypothesis import HealthCheck, assume, given, settings
from tests.support.examples import examples
from tests.support.exhaustive import SearchTooLargeError, satisfiable
from tests.support.tiny_problems import TinyProblem, tiny_problems, tiny_specifications

from plancritic.judges import ExecutorJudge, JudgeRequest, KairosJudge, ValJudge, prove
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import (
    Constraint,
    Plan,
    parse_constraint,
    parse_domain,
    parse_plan,
    parse_problem,
    with_constraints,
)

DEPTH = 3


@settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(tiny_problems(), tiny_specifications())
def test_what_it_finds_is_a_plan(tiny: TinyProblem, constraints: tuple[Constraint, ...]) -> None:
    plan = search(tiny, constraints)
    if plan is None:
        return
    assert len(plan.steps) <= DEPTH
    request = JudgeRequest(tiny.domain_text, tiny.problem_text, str(plan), tuple(map(str, constraints)))
    proof = asyncio.run(prove((ValJudge(), KairosJudge(), ExecutorJudge()), request))
    assert proof.ruling == "accepted", f"{tiny}\n{constraints}\n{plan}\n{proof}"


@settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(tiny_problems(), tiny_specifications())
def test_it_misses_no_plan_that_kairos_finds(tiny: TinyProblem, constraints: tuple[Constraint, ...]) -> None:
    text = with_constraints(tiny.problem_text, constraints)
    result = kairos.Planner().solve(
        kairos.parse_problem(text, kairos.parse_domain(tiny.domain_text)), timeout=1.0, anytime=False, threads=1
    )
    if result.status.name != "SOLVED":
        return
    plan = parse_plan(result.plan.to_string(kairos.PlanFormat.IPC))
    trajectory = execute(tiny.problem, plan)
    # Kairos' word alone is no proof: windows it takes too laxly.
    right = not trajectory.faults and all(judge_constraint(trajectory, one).satisfied for one in constraints)
    if not right or len(plan.steps) > DEPTH:
        return
    assert search(tiny, constraints) is not None, f"{tiny}\n{constraints}\n{plan}"


def search(tiny: TinyProblem, constraints: tuple[Constraint, ...]) -> Plan | None:
    """The shortest plan of few steps; examples that are too large are skipped."""
    try:
        return satisfiable(tiny.problem, constraints, DEPTH, most_nodes=5_000)
    except SearchTooLargeError:
        assume(False)
        raise


BULB = """
(define (domain bulb) (:requirements :durative-actions :negative-preconditions :timed-initial-literals :constraints)
(:predicates (lit) (red) (power))
(:durative-action shine :parameters () :duration (= ?duration 2)
  :condition (over all (power)) :effect (and (at start (lit)) (at end (not (lit)))))
(:durative-action paint :parameters () :duration (= ?duration 1) :condition (at end (lit)) :effect (at end (red)))
(:action cut :parameters () :precondition (power) :effect (not (power))))
"""


def bulb(constraint: str, init: str = "(power)", depth: int = 2) -> Plan | None:
    text = f"(define (problem one) (:domain bulb) (:init {init}) (:goal (red)))"
    problem = parse_problem(text, parse_domain(BULB))
    return satisfiable(problem, (parse_constraint(constraint),), depth)


def test_one_step_may_have_to_lie_within_another() -> None:
    assert bulb("(sometime (lit))") is not None
    assert bulb("(sometime (lit))", depth=1) is None


def test_windows_are_met_by_waiting() -> None:
    assert bulb("(hold-during 0 3 (not (red)))") is not None
    assert bulb("(within 1 (red))") is not None
    assert bulb("(within 0.9 (red))") is None
    assert bulb("(hold-during 0 3 (not (lit)))") is not None


def test_timed_literals_are_waited_for() -> None:
    plan = bulb("(sometime (lit))", init="(at 4.5 (power))")
    assert plan is not None and min(step.start for step in plan.steps if step.action == "shine") >= 4.5
    assert bulb("(within 4.4 (lit))", init="(at 4.5 (power))") is None


def test_several_things_happen_at_once() -> None:
    """Both ends fall on one happening, which no order of single steps shows."""
    domain = parse_domain(
        "(define (domain two) (:requirements :strips :constraints) (:predicates (p) (q))"
        "(:action one :parameters () :precondition (and) :effect (p))"
        "(:action other :parameters () :precondition (and) :effect (q)))"
    )
    problem = parse_problem("(define (problem t) (:domain two) (:init) (:goal (and (p) (q))))", domain)
    together = (
        parse_constraint("(always (or (and (p) (q)) (and (not (p)) (not (q)))))"),
        parse_constraint("(at-most-once (p))"),
    )
    assert satisfiable(problem, together, 2) is None, "plans of plain actions are sequences"
    plan = satisfiable(problem, together, 2, sequential=False)
    assert plan is not None and len({step.start for step in plan.steps}) == 1


def test_sequences_are_counted_from_one() -> None:
    domain = parse_domain(
        "(define (domain one) (:requirements :strips :constraints) (:predicates (p))"
        "(:action go :parameters () :precondition (and) :effect (p)))"
    )
    problem = parse_problem("(define (problem t) (:domain one) (:init) (:goal (p)))", domain)
    assert satisfiable(problem, (parse_constraint("(within 1 (p))"),), 2) is not None
    assert satisfiable(problem, (parse_constraint("(within 0.5 (p))"),), 2) is None
