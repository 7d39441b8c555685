"""Bounds that can be moved, and the numbers that a person would say."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.pddl.language import parse_constraint, parse_domain, parse_problem
from plancritic.verdicts.explanation.loosening import loosenings
from plancritic.verdicts.explanation.round_numbers import grain, multiples, rounded_down, rounded_up
from plancritic.verdicts.known_plans import executed

COURIER = Path(__file__).parents[3] / "cases" / "courier"
DOMAIN, PROBLEM, LETTER = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl", "letter.plan"))
MODEL = parse_problem(PROBLEM, parse_domain(DOMAIN))


@pytest.mark.parametrize(
    ("value", "step"), [(6.2, 0.5), (13.3, 1), (0.83, 0.05), (120.4, 10), (10, 1), (0, 0.0001), (47, 1)]
)
def test_a_grain_is_a_round_number_of_about_a_tenth(value: float, step: float) -> None:
    assert grain(value) == step


def test_numbers_are_rounded_free_of_errors() -> None:
    assert (rounded_up(6.2, 0.5), rounded_down(6.2, 0.5), rounded_up(0.3, 0.1)) == (6.5, 6.0, 0.3)
    assert multiples(0.1, 0.45, 0.1) == (0.2, 0.3, 0.4)
    assert multiples(5, 6, 1) == ()


@pytest.mark.parametrize(
    ("constraint", "attained", "extreme"),
    [
        ("(within 5 (lies letter office))", [6.003], ["(sometime (lies letter office))"]),
        ("(hold-after 1 (at ann office))", [5.002], ["(at end (at ann office))"]),
        (
            "(always-within 1 (carries ann letter) (lies letter office))",
            [5.003],
            ["(sometime-after (carries ann letter) (lies letter office))"],
        ),
        (
            "(hold-during 0 4 (lies letter home))",
            [None, None],
            ["(hold-during 0 0.1 (lies letter home))", "(hold-during 3.9 4 (lies letter home))"],
        ),
        (
            "(hold-during 0.5 4 (at ann home))",
            [1.001, None],
            ["(hold-during 0.5 0.6 (at ann home))", "(hold-during 3.9 4 (at ann home))"],
        ),
        ("(always (at ann home))", [], []),
    ],
)
def test_a_plan_tells_the_bound_it_keeps(constraint: str, attained: list[float | None], extreme: list[str]) -> None:
    trajectory = executed(MODEL, LETTER)
    assert trajectory is not None
    found = loosenings(parse_constraint(constraint))
    assert [str(each.extreme) for each in found] == extreme
    for each, expected in zip(found, attained, strict=True):
        value = each.attained(trajectory)
        assert value == (None if expected is None else pytest.approx(expected, abs=2e-4))
