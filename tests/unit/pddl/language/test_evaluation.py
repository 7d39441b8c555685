from __future__ import annotations

import pytest

from plancritic.pddl.language import (
    Atom,
    Condition,
    PddlSyntaxError,
    UndefinedValueError,
    compare,
    holds,
    number_text,
    parse_constraint,
)

VALUES = {Atom("level"): 0.0, Atom("size"): 5.0, Atom("big"): 1e300, Atom("tiny"): 1e-300}


def condition(text: str) -> Condition:
    return parse_constraint(f"(sometime {text})").conditions[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(> (/ 1 (level)) 0)", "divides by zero"),
        ("(> (/ 1 (- (size) (size))) 0)", "divides by zero"),
        ("(> (* (big) (big)) 0)", "too large"),
        ("(> (/ (big) (tiny)) 0)", "too large"),
        ("(> (- (* (big) (big)) (* (big) (big))) 0)", "too large"),
        ("(> (unknown) 0)", "has no value"),
    ],
)
def test_a_comparison_without_a_finite_value_has_no_truth(text: str, reason: str) -> None:
    with pytest.raises(UndefinedValueError, match=reason):
        holds(condition(text), frozenset(), VALUES)


@pytest.mark.parametrize("undefined", ["(> (/ 1 (level)) 0)", "(not (> (/ 1 (level)) 0))"])
@pytest.mark.parametrize("order", ["{0} {1}", "{1} {0}"])
def test_the_rest_of_a_condition_may_decide_in_any_order(undefined: str, order: str) -> None:
    facts = frozenset({Atom("open")})
    true, false = order.format(undefined, "(open)"), order.format(undefined, "(not (open))")
    assert holds(condition(f"(or {true})"), facts, VALUES)
    assert not holds(condition(f"(and {false})"), facts, VALUES)
    for undecided in (f"(and {true})", f"(or {false})"):
        with pytest.raises(UndefinedValueError):
            holds(condition(undecided), facts, VALUES)


@pytest.mark.parametrize("text", ["(> (/ 1 0) 0)", "(> (/ (level) (- 2 2)) 0)", "(= (level) (+ 1 (/ 2 0.0)))"])
def test_an_expression_that_never_has_a_value_is_refused_where_it_stands(text: str) -> None:
    with pytest.raises(PddlSyntaxError, match="divides by zero") as caught:
        parse_constraint(f"(sometime {text})")
    assert caught.value.column == len("(sometime ") + text.index("(/") + 1
    assert caught.value.code == "semantic.undefined"


def test_numbers_that_overflow_together_are_refused_where_they_stand() -> None:
    product = "1e12"
    for _ in range(26):
        product = f"(* {product} 1e12)"
    with pytest.raises(PddlSyntaxError, match="too large"):
        parse_constraint(f"(sometime (> {product} 0))")


@pytest.mark.parametrize("number", [float("inf"), -float("inf"), float("nan")])
def test_no_infinite_number_is_written(number: float) -> None:
    with pytest.raises(UndefinedValueError):
        number_text(number)


def test_large_whole_numbers_that_differ_are_not_equal() -> None:
    assert not compare("=", 1e9, 1e9 + 1)
    assert compare("<", 1e9, 1e9 + 1)
    assert compare("=", 0.1 + 0.2, 0.3)
