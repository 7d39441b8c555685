"""By how much a known plan misses a constraint."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.pddl.language import parse_constraint, parse_domain, parse_problem
from plancritic.verdicts.explanation.near_miss import nearest

COURIER = Path(__file__).parents[3] / "cases" / "courier"
DOMAIN, PROBLEM, LETTER = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl", "letter.plan"))
MODEL = parse_problem(PROBLEM, parse_domain(DOMAIN))
#: Ann leaves home at 1.001 and is at the market from 3.001 to 3.002; the letter is put down at 6.003.
SLOW = "\n".join(f"{float(line.split(':')[0]) + 2:.3f}:{line.split(':')[1]}" for line in LETTER.splitlines())


@pytest.mark.parametrize(
    ("constraint", "amount", "unit", "words"),
    [
        (
            "(within 5 (lies letter office))",
            1.003,
            "time",
            "(lies letter office) holds at 6.003, you asked for 5: 1.003 late",
        ),
        (
            "(always (not (at ann market)))",
            1.0,
            "visits",
            "it fails once, first at 3.001, for 0.001 in all: you asked that (not (at ann market)) holds all the time",
        ),
        ("(sometime (at bob home))", None, None, "it never happens that (at bob home) holds"),
        (
            "(sometime (and (at bob office) (at ann market) (carries bob letter)))",
            None,
            None,
            "it never happens that (and (at bob office) (at ann market) (carries bob letter)) holds; "
            "at 3.001 only this is missing: (carries bob letter) holds",
        ),
        (
            "(at-most-once (or (at ann home) (at ann market)))",
            1.0,
            "visits",
            "(or (at ann home) (at ann market)) holds 2 times (from the start, at 3.001), you asked for once at most",
        ),
        (
            "(sometime-after (lies letter office) (at ann market))",
            3.001,
            "time",
            "(lies letter office) holds at 6.003, but (at ann market) holds only until 3.002",
        ),
        (
            "(sometime-before (at ann market) (at ann office))",
            2.001,
            "time",
            "(at ann market) holds at 3.001, but (at ann office) holds only at 5.002: 2.001 later",
        ),
        (
            "(sometime-before (at ann market) (at bob home))",
            None,
            None,
            "(at ann market) holds at 3.001, but it never happens that (at bob home) holds",
        ),
        (
            "(always-within 2 (carries ann letter) (lies letter office))",
            3.003,
            "time",
            "(carries ann letter) holds at 1, but (lies letter office) holds only 5.003 after that, "
            "you asked for 2: 3.003 late",
        ),
        (
            "(hold-during 0 3 (at ann home))",
            1.999,
            "time",
            "you asked that (at ann home) holds between 0 and 3; it fails at 1.001, for 1.999 of that time",
        ),
        (
            "(hold-after 3 (at ann office))",
            2.002,
            "time",
            "you asked that (at ann office) holds from 3 on; it fails at 3, for 2.002 of that time",
        ),
        ("(at end (at ann market))", 3.001, "time", "(at ann market) holds only until 3.002, 3.001 before the end"),
        ("(at end (at bob market))", None, None, "it never happens that (at bob market) holds"),
        ("(sometime (at ann market))", 0.0, None, "this plan satisfies it"),
    ],
)
def test_a_gap_is_measured_and_said(constraint: str, amount: float | None, unit: str | None, words: str) -> None:
    found = nearest(MODEL, parse_constraint(constraint), [LETTER])
    assert found is not None
    assert found.gap == words
    assert found.amount == (None if amount is None else pytest.approx(amount))
    assert found.unit == unit


def test_the_closest_of_several_plans_is_taken() -> None:
    found = nearest(MODEL, parse_constraint("(within 5 (lies letter office))"), [SLOW, LETTER])
    assert found is not None
    assert found.plan == LETTER


def test_what_is_no_plan_of_the_problem_is_none_that_is_known() -> None:
    constraint = parse_constraint("(within 5 (lies letter office))")
    unfinished = "\n".join(LETTER.splitlines()[:2])
    impossible = LETTER.replace("market", "home")
    assert nearest(MODEL, constraint, [unfinished, impossible, "no plan at all"]) is None
    assert nearest(MODEL, constraint, []) is None
    assert nearest(MODEL, parse_constraint("(within (at ann home))"), [LETTER]) is None
