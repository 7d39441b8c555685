"""Adherence by readings: how likely what a text may ask is, and whether a plan does it."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancritic.domains import load_domain
from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.language import parse_constraint, parse_plan
from plancritic.reading.adherence import adherence
from plancritic.reading.beam import LearnedReading
from plancritic.wording import Lexicon

TO_A = "0.000: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]\n"
OPEN_A = "0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]\n"
PLANS = ("", OPEN_A, OPEN_A + TO_A.replace("0.000", "0.101"))
CONSTRAINTS = (
    "(sometime (at sct_ast_0 wpt_a_0))",
    "(always (not (at sct_ast_0 wpt_a_0)))",
    "(at end (is_location_unrestricted wpt_a_0))",
    "(sometime (at sct_ast_0 wpt_b_0))",
)


@cache
def trajectories() -> tuple[Trajectory, ...]:
    problem = Lexicon(load_domain("waterway"), "1").problem
    return tuple(execute(problem, parse_plan(each)) for each in PLANS)


def read(probability: float, *constraints: str, unsayable: bool = False) -> LearnedReading:
    return LearnedReading(tuple(map(parse_constraint, constraints)), probability, unsayable)


def test_a_certain_reading_is_decided_by_the_plan_alone() -> None:
    assert adherence([read(1.0, CONSTRAINTS[0])], trajectories()).tolist() == [0.0, 0.0, 1.0]


def test_a_plan_that_violates_one_constraint_of_a_reading_does_not_do_it() -> None:
    assert adherence([read(1.0, CONSTRAINTS[0], CONSTRAINTS[1])], trajectories()).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("readings", [[], [read(1.0)], [read(1.0, unsayable=True)]])
def test_nothing_is_known_of_a_text_that_asks_for_nothing_that_can_be_said(readings: list[LearnedReading]) -> None:
    assert adherence(readings, trajectories()).tolist() == [0.5, 0.5, 0.5]


def test_a_constraint_without_a_meaning_decides_nothing() -> None:
    window = "(hold-during 5 5 (at sct_ast_0 wpt_a_0))"
    assert judge_constraint(trajectories()[0], parse_constraint(window)).satisfied is None
    assert adherence([read(1.0, window)], trajectories()).tolist() == [0.5, 0.5, 0.5]


@given(st.lists(st.floats(0.002, 1.0), min_size=4, max_size=4), st.permutations(range(4)))
def test_probabilities_of_readings_add_up_in_any_order_and_what_is_left_counts_half(
    weights: list[float], order: list[int]
) -> None:
    shares = [each / (sum(weights) + 0.1) for each in weights]
    readings = [read(share, text) for share, text in zip(shares, CONSTRAINTS, strict=True)]
    found = adherence([readings[place] for place in order], trajectories())
    for place, trajectory in enumerate(trajectories()):
        expected = 0.5 * (1.0 - sum(shares))
        for share, text in zip(shares, CONSTRAINTS, strict=True):
            expected += share * bool(judge_constraint(trajectory, parse_constraint(text)).satisfied)
        # Readings below a thousandth are passed over.
        assert found[place] == pytest.approx(expected, abs=4e-3)
