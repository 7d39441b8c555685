"""Constraints that ask a plan for nothing: true of every plan, or of facts that no thing can have by its type."""

from __future__ import annotations

import pytest
from tests.support.sayings import plan_for, waterway

from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import parse_constraint, parse_plan
from plancritic.pddl.specification import asks_for_nothing, every_plan_does, speaks_of_nothing

PROBLEM = waterway()


@pytest.mark.parametrize(
    ("constraint", "idle"),
    [
        ("(within 12 (at sct_ast_0 wpt_ini))", True),
        ("(sometime (at sct_ast_0 wpt_ini))", True),
        ("(sometime-before (at sct_ast_0 wpt_a_0) (at sct_ast_0 wpt_ini))", True),
        ("(sometime (at sct_ast_0 wpt_a_0))", False),
        ("(always (not (at sct_ast_0 wpt_a_0)))", False),
        # What the goal asks for is a wish all the same.
        ("(at end (at shp_0 shp_dck_0))", False),
    ],
)
def test_what_every_plan_does_whatever_its_goal_asks_for_nothing(constraint: str, idle: bool) -> None:
    parsed = parse_constraint(constraint)
    assert asks_for_nothing((parsed,), PROBLEM) is idle
    if idle:
        for plan in (plan_for(), plan_for("(sometime (at sct_ast_0 shp_dck_0))")):
            assert judge_constraint(execute(PROBLEM, parse_plan(plan)), parsed).satisfied is True


@pytest.mark.parametrize(
    ("constraint", "does"),
    [
        ("(at end (at shp_0 shp_dck_0))", True),
        ("(sometime (at shp_0 shp_dck_0))", True),
        ("(sometime (at sct_ast_0 wpt_ini))", True),
        ("(at end (at sct_ast_0 shp_dck_0))", False),
        ("(within 12 (at shp_0 shp_dck_0))", False),
        ("(always (not (at shp_0 shp_dck_0)))", False),
    ],
)
def test_every_plan_does_what_its_goal_asks_for(constraint: str, does: bool) -> None:
    assert every_plan_does((parse_constraint(constraint),), PROBLEM) is does


@pytest.mark.parametrize(
    ("constraint", "absurd"),
    [
        ("(sometime (on shp_sal_ast_0 n_deb_a_0_end))", True),
        ("(sometime (on shp_0 sct_ast_0))", True),
        ("(sometime (on shp_0 shp_sal_ast_0))", False),
        ("(sometime (on n_deb_a_0_end deb_ast_0))", True),
        # In this domain debris is aboard nothing.
        ("(sometime (on deb_ast_0 n_deb_a_0_end))", True),
        ("(always (not (at sct_ast_0 wpt_a_0)))", False),
    ],
)
def test_a_fact_that_no_action_makes_true_of_such_things_is_absurd(constraint: str, absurd: bool) -> None:
    assert speaks_of_nothing((parse_constraint(constraint),), PROBLEM) is absurd


def test_nothing_that_is_asked_is_no_constraint_that_asks_for_nothing() -> None:
    assert not asks_for_nothing((), PROBLEM)
    assert not speaks_of_nothing((), PROBLEM)
    mixed = tuple(map(parse_constraint, ("(sometime (at sct_ast_0 wpt_ini))", "(sometime (at sct_ast_0 wpt_a_0))")))
    assert not asks_for_nothing(mixed, PROBLEM)
