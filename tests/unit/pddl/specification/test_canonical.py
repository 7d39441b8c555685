from __future__ import annotations

import pytest

from plancritic.pddl.language import parse_constraint, parse_constraints
from plancritic.pddl.specification import IMPOSSIBLE, canonical, canonical_key
from plancritic.threads import in_thread


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


def _nested(depth: int) -> str:
    text = "(z)"
    for level in range(depth):
        text = f"(and (a{level}) (or (b{level}) {text}))"
    return text


async def test_deep_nesting_takes_no_exponential_time() -> None:
    deep, wider = _nested(25), f"(or (w) {_nested(25)})"

    def forms() -> tuple[str, str, str]:
        first = canonical_key((parse_constraint(f"(sometime (not (not {deep})))"),))
        both = canonical(parse_constraints(f"(sometime {deep}) (sometime {wider})"))
        return first, canonical_key((parse_constraint(f"(sometime {deep})"),)), canonical_key(both)

    found = await in_thread(forms, 60)
    assert found[0] == found[1]
    assert found[2] == found[1], "the wider one is implied"


async def test_many_clauses_take_no_quadratic_time() -> None:
    clauses = [f"(or (p a{first}) (not (q b{second})))" for first in range(50) for second in range(50)]
    text, backwards = (f"(at end (and {' '.join(each)}))" for each in (clauses, clauses[::-1]))

    def forms() -> tuple[str, str]:
        return canonical_key((parse_constraint(text),)), canonical_key((parse_constraint(backwards),))

    first, second = await in_thread(forms, 60)
    assert first == second
