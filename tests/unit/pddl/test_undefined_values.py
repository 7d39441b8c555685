"""Numbers without a value in plans: faults of the plan, or constraints that are not met; never an exception."""

from __future__ import annotations

import pytest
from tests.support.tanks import PLAN, tanks, tanks_domain, tanks_problem

from plancritic.pddl.execution import execute, judge_constraint, judge_goal
from plancritic.pddl.language import parse_constraint, parse_plan
from plancritic.pddl.reachability import Reachability
from plancritic.pddl.specification import simplify
from plancritic.verdicts.explanation.near_miss import nearest

# The level is 0 initially and 1 from 1 on.
MET = [
    "(sometime (> (/ 1 (level)) 0))",
    "(at end (= (/ 1 (level)) 1))",
    "(within 1 (> (/ 1 (level)) 0))",
    "(hold-after 1 (> (/ 1 (level)) 0))",
    "(hold-during 1 5 (> (/ 1 (level)) 0))",
    "(always (or (= (level) 0) (> (/ 1 (level)) 0)))",
    "(always (or (> (/ 1 (level)) 0) (= (level) 0)))",
    "(sometime-after (> (/ 1 (level)) 0) (full t1))",
    "(sometime-after (empty t1) (> (/ 1 (level)) 0))",
    "(always-within 1 (empty t1) (> (/ 1 (level)) 0))",
]
NOT_MET = [
    "(always (>= (/ 1 (level)) 0))",
    "(always (not (< (/ 1 (level)) 0)))",
    "(hold-during 0 5 (> (/ 1 (level)) 0))",
    "(within 0.5 (> (/ 1 (level)) 0))",
    "(at-most-once (> (/ 1 (level)) 0))",
    "(sometime-before (full t1) (> (/ 1 (level)) 0))",
    "(sometime-before (> (/ 1 (level)) 0) (empty t1))",
    "(sometime (> (unknown) 0))",
]


@pytest.mark.parametrize("text", MET)
def test_a_constraint_is_met_where_the_missing_value_does_not_matter(text: str) -> None:
    assert judge_constraint(execute(tanks(), parse_plan(PLAN)), parse_constraint(text)).satisfied is True


@pytest.mark.parametrize("text", NOT_MET)
def test_a_constraint_is_violated_with_the_reason_where_the_missing_value_matters(text: str) -> None:
    found = judge_constraint(execute(tanks(), parse_plan(PLAN)), parse_constraint(text))
    assert found.satisfied is False
    assert "divides by zero" in found.explanation or "has no value" in found.explanation


@pytest.mark.parametrize("text", [*MET, *NOT_MET])
def test_nothing_is_proved_by_a_missing_value(text: str) -> None:
    constraint = parse_constraint(text)
    assert simplify(tanks(), [constraint]).contradiction is None
    assert Reachability(tanks()).disproof([constraint]) is None


def test_a_goal_without_a_value_is_not_met_and_proves_nothing() -> None:
    problem = tanks(problem=tanks_problem(goal="(and (full t1) (> (/ 1 (idle)) 0))"))
    finding = judge_goal(execute(problem, parse_plan(PLAN)))
    assert finding.satisfied is False
    assert "divides by zero" in finding.explanation
    assert simplify(problem, []).contradiction is None
    assert Reachability(problem).disproof([]) is None


def test_a_near_miss_of_a_constraint_without_a_value_says_so() -> None:
    found = nearest(tanks(), parse_constraint("(always (>= (/ 1 (level)) 0))"), [PLAN])
    assert found is not None
    assert "divides by zero" in found.gap


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"duration": "(/ 1 (idle))"}, "divides by zero"),
        ({"condition": "(at start (> (/ 1 (idle)) 0))"}, "divides by zero"),
        ({"effect": "(at end (increase (size) (/ 1 (idle))))"}, "divides by zero"),
        ({"effect": "(at end (scale-down (size) (idle)))"}, "division by zero"),
    ],
)
def test_an_action_that_needs_a_missing_value_is_a_fault_of_the_plan(changes: dict[str, str], reason: str) -> None:
    trajectory = execute(tanks(tanks_domain(**changes)), parse_plan(PLAN))
    assert trajectory.fault is not None
    assert trajectory.fault.kind == "undefined"
    assert reason in str(trajectory.fault)


def test_a_number_that_outgrows_everything_is_a_fault_of_the_plan() -> None:
    domain = tanks_domain(effect="(at end (empty ?t)) (at end (scale-up (size) 1000000000000))")
    plan = "\n".join(f"{2 * number}: (fill t1) [1]" for number in range(30))
    trajectory = execute(tanks(domain), parse_plan(plan))
    assert trajectory.fault is not None
    assert trajectory.fault.kind == "undefined"
    assert "(size)" in str(trajectory.fault)
    assert "too large" in str(trajectory.fault)


@pytest.mark.parametrize("times", [2, 25, 26])
def test_no_duration_that_is_too_large_to_be_computed_proves_anything(times: int) -> None:
    duration = "(pace)"
    for _ in range(times):
        duration = f"(* {duration} (pace))"
    problem = tanks(
        tanks_domain(duration=duration, condition="(at start (or (= (level) 0) (full t1)))"),
        tanks_problem(goal="(and (full t1) (full t2))", takes="1000000000000"),
    )
    assert Reachability(problem).disproof([]) is None


def test_large_durations_still_prove_what_they_prove() -> None:
    problem = tanks(problem=tanks_problem(takes="1000000000"))
    assert Reachability(problem).disproof([parse_constraint("(within 900000000 (full t1))")]) is not None
    assert Reachability(problem).disproof([parse_constraint("(within 1000000000 (full t1))")]) is None
