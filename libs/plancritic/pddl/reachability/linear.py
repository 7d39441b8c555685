"""Comparisons of sums as linear forms, the grid that numbers stay on, and bounds narrowed by both.

Numbers that only grow and shrink by multiples of a whole number stay on its multiples; what is more than zero there
is at least that number. Narrowing: Davis, Constraint propagation with interval labels (Artificial Intelligence, 1987).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from plancritic.pddl.language import Atom, Comparison, Expression, NumericEffect, Operation, expression_fluents

#: The least and the greatest value; empty (above, below) for a number without a value yet.
Interval = tuple[float, float]
_ROUNDS = 3
#: Bounds that cross by no more than this may be one value.
_ROUNDING = 1e-6
#: Whole numbers up to here are exact.
_LARGEST = 2.0**50


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The sum of factors times fluents, and the constant, is not below zero; above it if `strict`."""

    factors: tuple[tuple[Atom, float], ...]
    constant: float
    strict: bool


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """Comparisons that have to be true in one state, and what is linear of them."""

    comparisons: tuple[Comparison, ...]
    linear: tuple[AtLeast, ...]
    fluents: tuple[Atom, ...]


def together(comparisons: Iterable[Comparison]) -> Together:
    """Comparisons that have to be true in one state."""
    every = tuple(comparisons)
    fluents = {fluent for each in every for side in (each.left, each.right) for fluent in expression_fluents(side)}
    return Together(every, tuple(form for each in every for form in _forms(each)), tuple(sorted(fluents, key=str)))


def grid(initial: Mapping[Atom, float], effects: Iterable[NumericEffect]) -> dict[Atom, int]:
    """For fluents a whole number whose multiples all their values are in every state; some have none."""
    steps = {fluent: _divisor(0, value) for fluent, value in initial.items()}
    linked: list[tuple[Atom, Atom]] = []
    for effect in effects:
        form = _linear(effect.expression)
        whole = form is not None and all(factor == int(factor) for factor in form[0].values() if math.isfinite(factor))
        if form is None or not whole or effect.operator not in ("assign", "increase", "decrease"):
            steps[effect.fluent] = None
            continue
        steps[effect.fluent] = _divisor(steps.get(effect.fluent, 0), form[1])
        linked += [(effect.fluent, fluent) for fluent in form[0]]
    changed = True
    while changed:
        changed = False
        for fluent, other in linked:
            step = steps.get(fluent, 0)
            found = _divisor(step, steps.get(other, 0))
            if found != step:
                changed = True
                steps[fluent] = found
    return {fluent: step for fluent, step in steps.items() if step is not None}


def narrowed(
    together: Together, bounds: Mapping[Atom, Interval], steps: Mapping[Atom, int]
) -> dict[Atom, Interval] | None:
    """Bounds of the numbers compared in the states where all is true; None where there is none."""
    found = {fluent: bounds[fluent] for form in together.linear for fluent, _ in form.factors if fluent in bounds}
    for _ in range(_ROUNDS):
        before = dict(found)
        for form in together.linear:
            if not _narrow(form, found, _margin(form, steps)):
                return None
        if found == before:
            break
    return found


def _narrow(form: AtLeast, bounds: dict[Atom, Interval], margin: float) -> bool:
    """Narrow by one form; False where nothing is left."""
    if any(fluent not in bounds for fluent, _ in form.factors):
        return True
    for fluent, factor in form.factors:
        most = form.constant + sum(
            part * bounds[other][1 if part > 0 else 0] for other, part in form.factors if other != fluent
        )
        if not math.isfinite(most):
            continue
        bound = (margin - most) / factor
        least, greatest = bounds[fluent]
        bounds[fluent] = (max(least, bound), greatest) if factor > 0 else (least, min(greatest, bound))
        if bounds[fluent][0] > bounds[fluent][1] + _ROUNDING:
            return False
    return True


def _margin(form: AtLeast, steps: Mapping[Atom, int]) -> float:
    """How much the sum is at least: more than zero on a grid is its step or more."""
    if not form.strict:
        return 0.0
    found = _divisor(0, form.constant)
    for fluent, factor in form.factors:
        step = steps.get(fluent)
        found = _divisor(found, None if step is None else step * factor)
    return float(found or 0)


def _divisor(one: float | None, other: float | None) -> int | None:
    """The greatest common divisor of whole numbers; None where one is none."""
    if one is None or other is None or any(not abs(each) <= _LARGEST or each != int(each) for each in (one, other)):
        return None
    return math.gcd(int(one), int(other))


def _forms(comparison: Comparison) -> tuple[AtLeast, ...]:
    left, right = _linear(comparison.left), _linear(comparison.right)
    if left is None or right is None:
        return ()
    above = _sum(left, right, -1)
    below = _sum(right, left, -1)
    match comparison.operator:
        case ">" | ">=":
            return (_at_least(above, comparison.operator == ">"),)
        case "<" | "<=":
            return (_at_least(below, comparison.operator == "<"),)
    return _at_least(above, False), _at_least(below, False)


_Sum = tuple[dict[Atom, float], float]


def _at_least(sides: _Sum, strict: bool) -> AtLeast:
    factors, constant = sides
    return AtLeast(tuple((fluent, factor) for fluent, factor in factors.items() if factor), constant, strict)


def _sum(left: _Sum, right: _Sum, sign: int) -> _Sum:
    factors = dict(left[0])
    for fluent, factor in right[0].items():
        factors[fluent] = factors.get(fluent, 0.0) + sign * factor
    return factors, left[1] + sign * right[1]


def _linear(expression: Expression) -> _Sum | None:
    """Factors and constant of a sum of fluents; None for anything else."""
    match expression:
        case Atom():
            return None if expression.predicate == "?duration" else ({expression: 1.0}, 0.0)
        case Operation(symbol, operands):
            parts = [_linear(operand) for operand in operands]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts) or symbol not in ("+", "-"):
                return None
            if len(known) == 1:
                return _sum(({}, 0.0), known[0], -1) if symbol == "-" else known[0]
            found = known[0]
            for part in known[1:]:
                found = _sum(found, part, 1 if symbol == "+" else -1)
            return found
    return {}, float(expression)
