"""Whether an action surely takes time, so that its conditions over all are looked at."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from plancritic.pddl.language import Action, Atom, Comparison, Expression, Operation, Problem, conjuncts

#: A plan's duration may be an epsilon (0.001) less than stated, and less than half an epsilon is no time at all.
_LEAST = 0.0015


@dataclass(frozen=True, slots=True)
class _Positive:
    """A number that is surely above 0, between `least` and `most`; `varies` where it changes during a plan."""

    least: float
    most: float
    varies: bool


def lasts(action: Action, problem: Problem, changing: Collection[str]) -> bool:
    """Return whether every ground instance of an action surely takes time.

    A duration that changes during a plan must be above 0 by a condition at start; that it might then be shorter than
    what plans can be written with is neglected.

    Args:
        action: An action schema.
        problem: Gives the numbers that never change.
        changing: Names of the functions that some effect or timed literal changes.
    """
    positive = [
        (part.left, part.right) if part.operator == ">" else (part.right, part.left)
        for part in conjuncts(action.conditions_at_start)
        if isinstance(part, Comparison) and part.operator in "<>"
    ]

    def bounds(expression: Expression, differences: list[tuple[Expression, Expression]]) -> _Positive | None:
        """None where it may be 0 or below."""
        if (expression, 0.0) in differences:
            return _Positive(0.0, math.inf, True)
        match expression:
            case Atom():
                values = [value for fluent, value in problem.values.items() if fluent.predicate == expression.predicate]
                if expression.predicate in changing or not values or min(values) <= 0:
                    return None
                return _Positive(min(values), max(values), False)
            case Operation("-", (left, right)) if (left, right) in differences:
                return _Positive(0.0, math.inf, True)
            case Operation("+" | "*" | "/" as operator, (first, second)):
                one, other = bounds(first, differences), bounds(second, differences)
                return _combined(operator, one, other) if one and other else None
            case Operation():
                return None
        return _Positive(expression, expression, False) if expression > 0 else None

    for bound in action.duration or ():
        if bound.operator in ("=", ">", ">="):
            # A bound at the end is about other numbers than the conditions at the start.
            found = bounds(bound.expression, [] if bound.at_end else positive)
            if found and (found.varies or found.least >= _LEAST):
                return True
    return False


def _combined(operator: str, left: _Positive, right: _Positive) -> _Positive:
    varies = left.varies or right.varies
    match operator:
        case "+":
            return _Positive(left.least + right.least, left.most + right.most, varies)
        case "*":
            return _Positive(left.least * right.least, left.most * right.most, varies)
    most = left.most / right.least if right.least else math.inf
    least = left.least / right.most if math.isfinite(right.most) else 0.0
    return _Positive(least, most, varies)
