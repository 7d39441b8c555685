"""Truth of ground conditions and value of ground expressions in a state."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Iterator, Mapping

from plancritic.pddl.language.conditions import (
    DURATION,
    And,
    Atom,
    Comparison,
    Condition,
    Exists,
    Expression,
    ForAll,
    Not,
    Operation,
    Or,
    atoms,
    expression_text,
    fluents,
    number_text,
)
from plancritic.pddl.language.errors import UndefinedValueError

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">=": operator.ge,
    ">": operator.gt,
}
#: Numbers closer than this are equal, and large ones closer than that share of them: sums of decimals are not exact.
CLOSE = 1e-9
_CLOSE_SHARE = 1e-13


def value_of(expression: Expression, values: Mapping[Atom, float], duration: float | None = None) -> float:
    """Value of an expression.

    Raises:
        UndefinedValueError: A fluent has no value, there is a division by zero, or the value is not finite.
    """
    match expression:
        case Atom():
            if expression == DURATION and duration is not None:
                return duration
            try:
                return values[expression]
            except KeyError:
                raise UndefinedValueError(expression_text(expression)) from None
        case Operation(symbol, operands):
            first, *rest = (value_of(operand, values, duration) for operand in operands)
            if not rest:
                return -first
            for other in rest:
                first = _calculate(symbol, first, other, expression)
            if not math.isfinite(first):
                raise UndefinedValueError(expression_text(expression), "is too large to be computed")
            return first
    return expression


def _calculate(symbol: str, left: float, right: float, whole: Expression) -> float:
    match symbol:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    if right == 0:
        raise UndefinedValueError(expression_text(whole), "divides by zero")
    return left / right


def compare(symbol: str, left: float, right: float, tolerance: float = CLOSE) -> bool:
    """Return whether `left symbol right` is true; numbers within `tolerance` (or `_CLOSE_SHARE` of them) are equal."""
    if abs(left - right) <= max(tolerance, _CLOSE_SHARE * abs(left), _CLOSE_SHARE * abs(right)):
        return symbol in ("=", "<=", ">=")
    return symbol != "=" and _COMPARE[symbol](left, right)


def holds(
    condition: Condition, facts: Collection[Atom], values: Mapping[Atom, float], duration: float | None = None
) -> bool:
    """Return whether a ground condition is true.

    A comparison without a value does not matter where the rest of the condition decides, in whatever order it is
    written: a disjunction is true if one part is, a conjunction false if one part is (Kleene's strong logic).

    Raises:
        UndefinedValueError: A comparison has no value, and the condition's truth depends on it.
        ValueError: A quantifier is left: ground the condition first.
    """
    match condition:
        case Atom("=", (left, right)):
            return left == right
        case Atom():
            return condition in facts
        case Not():
            return not holds(condition.condition, facts, values, duration)
        case And(parts):
            return not _some(parts, False, facts, values, duration)
        case Or(parts):
            return _some(parts, True, facts, values, duration)
        case Comparison(symbol, left, right):
            return compare(symbol, value_of(left, values, duration), value_of(right, values, duration))
        case ForAll() | Exists():
            raise ValueError(f"{condition} is not ground")


def _some(
    parts: tuple[Condition, ...],
    wanted: bool,
    facts: Collection[Atom],
    values: Mapping[Atom, float],
    duration: float | None,
) -> bool:
    """Whether one of the parts has the truth value that decides; without a value only if none of the others has it."""
    undefined: UndefinedValueError | None = None
    for part in parts:
        try:
            if holds(part, facts, values, duration) is wanted:
                return True
        except UndefinedValueError as error:
            undefined = undefined or error
    if undefined is not None:
        raise undefined
    return False


def unmet(condition: Condition, facts: Collection[Atom], values: Mapping[Atom, float]) -> Iterator[Condition]:
    """Yield the parts of a conjunction that are false, in order of writing.

    Raises:
        UndefinedValueError: A part compares a fluent that has no value.
    """
    if isinstance(condition, And):
        for part in condition.conditions:
            yield from unmet(part, facts, values)
    elif not holds(condition, facts, values):
        yield condition


def actual_text(condition: Condition, facts: Collection[Atom], values: Mapping[Atom, float]) -> str:
    """Return what is the case of all that a ground condition speaks of: `(not (at a b)) (= (fuel a) 3)`."""
    literals = [str(atom if holds(atom, facts, values) else Not(atom)) for atom in dict.fromkeys(atoms(condition))]
    for fluent in dict.fromkeys(fluents(condition)):
        literals.append(f"(= {fluent} {number_text(values[fluent])})" if fluent in values else f"{fluent} has no value")
    return " ".join(literals)
