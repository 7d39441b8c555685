"""Judging constraints: on a small plan by hand, and on published rows against an independent check."""

from __future__ import annotations

import json
from functools import cache

import pytest
from tests.support.published import CASES, published_plans
from tests.support.small_domain import run

from plancritic.pddl.execution import Trajectory, execute, judge_constraint, judge_goal
from plancritic.pddl.language import parse_constraint

# p(a) holds from 2 to 5, q(a) from 4 on; r(a) from 7 to 8: states at 0, 0, 2, 2.001, 4, 4.001, 5.001, 7, 8.
PLAN = "0: (make a) [2]\n2.001: (need a) [1.999]\n4.001: (drop a) [1]\n"
FACTS = "(at 7 (r a)) (at 8 (not (r a))) (p b)"

TRUE = [
    "(always (p b))",
    "(sometime (p a))",
    "(within 2 (p a))",
    "(within 4 (and (p a) (q a)))",
    "(at-most-once (p a))",
    "(at-most-once (not (p b)))",
    "(sometime-after (p a) (q a))",
    "(sometime-after (q a) (q a))",
    "(sometime-before (q a) (p a))",
    "(sometime-before (r b) (q b))",
    "(always-within 2 (p a) (q a))",
    "(always-within 0 (p a) (p a))",
    "(hold-during 2 5 (p a))",
    "(hold-during 3 4.5 (p a))",
    "(hold-during 20 21 (q a))",
    "(hold-after 4 (q a))",
    "(hold-after 6 (not (p a)))",
    "(hold-after 99 (q a))",
    "(at end (and (q a) (not (r a))))",
    "(sometime (> (fuel a) 0))",
    "(always (forall (?x - crate) (not (p ?x))))",
    "(sometime (exists (?x - box) (r ?x)))",
]
FALSE = [
    ("(always (p a))", 0.0, None),
    ("(always (not (p a)))", 2.0, "(make a)"),
    ("(sometime (r b))", 8.0, None),
    ("(within 1.9 (p a))", 2.0, "(make a)"),
    ("(within 3 (r b))", 8.0, None),
    ("(at-most-once (not (p a)))", 5.001, "(drop a)"),
    ("(sometime-after (r a) (p a))", 7.0, "(drop a)"),
    ("(sometime-before (p a) (q a))", 0.0, None),
    ("(sometime-before (p b) (p b))", 0.0, None),
    ("(always-within 1 (p a) (q a))", 2.0, None),
    ("(hold-during 1 3 (p a))", 0.0, None),
    ("(hold-during 4 6 (p a))", 5.001, "(drop a)"),
    ("(hold-after 3 (q a))", 2.001, None),
    ("(at end (r a))", 8.0, None),
]
MEANINGLESS = [
    "(hold-during 5 5 (p a))",
    "(hold-during 6 5 (p a))",
    "(sometime-before (p a))",
    "(always (p a) (q a))",
    "(within (p a))",
    "(within -1 (p a))",
]


@cache
def trajectory() -> Trajectory:
    return run(PLAN, FACTS)


@pytest.mark.parametrize("text", TRUE)
def test_a_satisfied_constraint_is_found_satisfied(text: str) -> None:
    finding = judge_constraint(trajectory(), parse_constraint(text))
    assert (finding.about, finding.satisfied) == ("constraint", True)


@pytest.mark.parametrize(("text", "time", "step"), FALSE)
def test_a_violated_constraint_says_when_and_by_which_step(text: str, time: float, step: str | None) -> None:
    finding = judge_constraint(trajectory(), parse_constraint(text))
    assert (finding.satisfied, finding.time, finding.step) == (False, time, step)
    assert finding.needed
    assert finding.actual
    assert finding.explanation


def test_what_comes_too_late_says_when_it_comes_and_what_was_so_when_it_was_due() -> None:
    finding = judge_constraint(trajectory(), parse_constraint("(within 1.9 (p a))"))
    assert (finding.needed, finding.actual) == ("(p a)", "(not (p a))")
    assert finding.explanation == "it holds only at 2, not within 1.9"


@pytest.mark.parametrize("text", MEANINGLESS)
def test_a_constraint_without_meaning_is_not_judged(text: str) -> None:
    finding = judge_constraint(trajectory(), parse_constraint(text))
    assert (finding.about, finding.satisfied) == ("form", None)
    assert finding.explanation


def test_an_unmet_goal_names_what_is_missing() -> None:
    finding = judge_goal(run("0: (make a) [2]", goal="(and (p a) (q a) (not (p b)))"))
    assert (finding.satisfied, finding.needed, finding.actual) == (False, "(q a)", "(not (q a))")
    assert judge_goal(run("0: (make a) [2]", goal="(p a)")).satisfied is True


def test_published_rows_are_judged_as_by_an_independent_check() -> None:
    plans = published_plans()
    trajectories = {name: execute(*plan) for name, plan in plans.items()}
    rows = [json.loads(line) for line in (CASES / "pddl" / "judged.jsonl").read_text().splitlines()]
    assert len(rows) > 300
    differing = [
        row
        for row in rows
        if judge_constraint(trajectories[row["plan"]], parse_constraint(row["con"])).satisfied
        != (None if row["ref"] is None else bool(row["ref"]))
    ]
    assert differing == []
