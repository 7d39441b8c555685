from __future__ import annotations

import pytest

from plancritic.pddl.canonical import IMPOSSIBLE, canonical, canonical_key
from plancritic.pddl.constraints import parse_constraint, parse_constraints


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("(sometime (b)) (sometime (a)) (sometime (b))", "(sometime (a)) (sometime (b))"),
        ("(always (not (and (not (a)) (not (b)))))", "(always (or (a) (b)))"),
        ("(always (and (b) (a) (c)))", "(always (a)) (always (b)) (always (c))"),
        ("(at end (and (a) (or (a) (b))))", "(at end (a))"),
        ("(within 8 (a)) (within 5 (a))", "(within 5 (a))"),
        ("(always (a)) (sometime (a)) (at end (a)) (hold-during 1 2 (a)) (within 3 (a))", "(always (a))"),
        ("(hold-after 0 (a))", "(always (a))"),
        ("(hold-after 2 (a)) (hold-after 3 (a)) (at end (a))", "(hold-after 2 (a))"),
        ("(hold-during 1 9 (a)) (hold-during 2 3 (a)) (within 1 (a))", "(hold-during 1 9 (a))"),
        ("(sometime-after (a) (not (a)))", "(at end (not (a)))"),
        ("(sometime-after (a) (a)) (always-within 3 (a) (or (a) (b)))", ""),
        ("(sometime-before (a) (a))", "(always (not (a)))"),
        ("(sometime-after (or (a) (b)) (c))", "(sometime-after (a) (c)) (sometime-after (b) (c))"),
        ("(sometime (not (< (x) 1)))", "(sometime (>= (x) 1))"),
        ("(sometime (not (forall (?x - t) (p ?x))))", "(sometime (exists (?x - t) (not (p ?x))))"),
    ],
)
def test_equal_meanings_get_one_form(given: str, expected: str) -> None:
    assert canonical(parse_constraints(given)) == parse_constraints(expected)


def test_what_nothing_can_satisfy_is_all_that_is_left() -> None:
    assert canonical(parse_constraints("(sometime (a)) (always (and (b) (not (b))))")) == (IMPOSSIBLE,)


def test_a_constraint_of_the_wrong_form_stays() -> None:
    wrong = parse_constraint("(hold-during 3 2 (and (a) (a)))")
    assert canonical([wrong, wrong]) == (wrong,)


def test_the_key_is_one_line_a_constraint() -> None:
    assert canonical_key(parse_constraints("(sometime (b)) (sometime (a))")) == "(sometime (a))\n(sometime (b))"
    assert canonical_key([]) == ""
