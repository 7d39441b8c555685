"""Bounds on numbers that change: what durations can be said to last at least.

Intervals over all states, from below: an action counts once its comparisons can hold for numbers within the bounds
so far. What increases a number counts once for actions that use up a fact nothing restores, and without limit for
others. Source: Hoffmann, The Metric-FF planning system (JAIR 2003), for relaxing numbers to their extremes.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from plancritic.pddl.language import (
    Atom,
    Comparison,
    Condition,
    ConditionalEffect,
    Effect,
    Expression,
    FactEffect,
    GroundAction,
    NumericEffect,
    Operation,
    Problem,
    conjuncts,
    expression_fluents,
)
from plancritic.pddl.reachability.linear import Interval, Together, grid, narrowed, together

_NONE: Interval = (math.inf, -math.inf)
_ANY: Interval = (-math.inf, math.inf)
_GREATEST = sys.float_info.max
#: Bounds that still grow after so many rounds grow for ever.
_MOST_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Change:
    """An effect on a number.

    Attributes:
        action: Whose it is.
        effect: What it does.
        comparisons: What its action compares, by state.
        ends: Facts that are false from then on for ever.
        once: A fact that it uses up, so that no other change with the same fact comes before or after; or None.
        at_end: Whether it takes place at the end of its action.
    """

    action: str
    effect: NumericEffect
    comparisons: tuple[Together, ...]
    ends: frozenset[Atom]
    once: Atom | None
    at_end: bool = False


def compared(action: GroundAction, at_end: bool = True) -> tuple[Together, ...]:
    """Return the comparisons that have to be true for an action at its start, or at its start and those at its end."""
    parts = (action.conditions_at_start, action.conditions_at_end) if at_end else (action.conditions_at_start,)
    every = (together(part for part in conjuncts(each) if isinstance(part, Comparison)) for each in parts)
    return tuple(each for each in every if each.comparisons)


def changes(
    actions: Iterable[GroundAction], consumed: Collection[Atom], alone: Callable[[str, Atom], bool]
) -> Iterator[Change]:
    """Yield the changes that actions make to numbers.

    Args:
        actions: All that can be in a plan.
        consumed: Facts that nothing makes true.
        alone: Whether an action that needs a fact at its start never runs beside itself or beside another that
            makes the fact false.
    """
    for action in actions:
        needed = {part for part in conjuncts(action.conditions_at_start) if isinstance(part, Atom)}
        gone_at_start = _deleted(action.effects_at_start) & set(consumed)
        gone_at_end = (_deleted(action.effects_at_end) & set(consumed)) | gone_at_start
        used = sorted(needed & gone_at_start, key=str)
        used += [fact for fact in sorted(needed & gone_at_end, key=str) if alone(action.text, fact)]
        for at_end, effects, ends in (
            (False, action.effects_at_start, gone_at_start),
            (True, action.effects_at_end, gone_at_end),
        ):
            comparisons = compared(action, at_end)
            for effect in _numeric(effects):
                yield Change(action.text, effect, comparisons, frozenset(ends), used[0] if used else None, at_end)


class Pace(Protocol):
    """How much of what happens once can happen by some time."""

    def begins(self, change: Change) -> bool:
        """Return whether a change can take place by then."""

    def most(self, amounts: Mapping[Atom, Mapping[str, float]]) -> float:
        """How much changes add up to: for each fact that is used up what each of the actions that use it up adds."""


class _AtLast:
    """Whatever is possible at all."""

    def begins(self, change: Change) -> bool:
        return True

    def most(self, amounts: Mapping[Atom, Mapping[str, float]]) -> float:
        return sum(max(each.values()) for each in amounts.values())


AT_LAST = _AtLast()


class _Total:
    """How much several changes can add up to."""

    def __init__(self) -> None:
        self._unlimited = False
        self._once: dict[Atom, dict[str, float]] = {}

    def add(self, change: Change, amount: float) -> None:
        if amount <= 0:
            return
        if change.once is None:
            self._unlimited = True
            return
        amounts = self._once.setdefault(change.once, {})
        amounts[change.action] = amounts.get(change.action, 0.0) + amount

    def most(self, pace: Pace) -> float:
        """Of the changes that use up one fact only one action's take place."""
        return math.inf if self._unlimited else pace.most(self._once)


class Numbers:
    """Bounds on the numbers of a problem."""

    def __init__(self, problem: Problem, changes: Iterable[Change]) -> None:
        self._initial = {fluent: (value, value) for fluent, value in problem.values.items()}
        timed = (literal.effect for literal in problem.timed_literals)
        self._changes = [*changes]
        self._changes += [Change("", each, (), frozenset(), None) for each in timed if isinstance(each, NumericEffect)]
        self._of: dict[Atom, list[Change]] = {}
        for change in self._changes:
            self._of.setdefault(change.effect.fluent, []).append(change)
        self._steps = grid(problem.values, (change.effect for change in self._changes))
        self._bounds: dict[Atom, Interval] = dict(self._initial)
        #: What is known to be possible within the bounds.
        self._known: dict[Together, bool] = {}
        self._grow()

    def least(self, expression: Expression, needed: Collection[Condition], comparisons: Iterable[Together]) -> float:
        """A lower bound on an expression in a state in which some facts and comparisons are true; infinite for none."""
        bounds = {fluent: self._interval(fluent, needed) for fluent in expression_fluents(expression)}
        for each in comparisons:
            within = narrowed(each, self._bounds_of(each, needed), self._steps)
            if within is None:
                return math.inf
            bounds |= within
        return _value(expression, bounds)[0]

    def possible(self, comparisons: Iterable[Together]) -> bool:
        """Return whether each can be true in some state."""
        return all(map(self._possible, comparisons))

    @property
    def once(self) -> Iterator[Change]:
        """The changes that use up a fact."""
        return (change for change in self._changes if change.once is not None)

    def possible_by(self, comparisons: Iterable[Together], pace: Pace) -> bool:
        """Return whether each can be true in some state by the time that the pace is for."""
        return all(_true_within(each, self._bounds_of(each, (), pace), self._steps) for each in comparisons)

    def _bounds_of(
        self, comparisons: Together, needed: Collection[Condition], pace: Pace = AT_LAST
    ) -> dict[Atom, Interval]:
        return {fluent: self._interval(fluent, needed, pace) for fluent in comparisons.fluents}

    def _possible(self, comparisons: Together) -> bool:
        found = self._known.get(comparisons)
        if found is None:
            found = self._known[comparisons] = _true_within(comparisons, self._bounds, self._steps)
        return found

    def _grow(self) -> None:
        for _ in range(_MOST_ROUNDS):
            grown = {fluent: self._interval(fluent, ()) for fluent in self._of}
            if all(self._bounds.get(fluent, _NONE) == interval for fluent, interval in grown.items()):
                return
            self._bounds.update(grown)
            self._known.clear()
        self._bounds.update(dict.fromkeys(self._of, _ANY))
        self._known.clear()

    def _interval(self, fluent: Atom, needed: Collection[Condition], pace: Pace = AT_LAST) -> Interval:
        least, most = self._initial.get(fluent, _NONE)
        rises, falls = _Total(), _Total()
        for change in self._of.get(fluent, ()):
            if not change.ends.isdisjoint(needed) or not self.possible(change.comparisons) or not pace.begins(change):
                continue
            low, high = _value(change.effect.expression, self._bounds)
            match change.effect.operator:
                case "assign":
                    least, most = min(least, low), max(most, high)
                case "increase":
                    rises.add(change, high)
                    falls.add(change, -low)
                case "decrease":
                    rises.add(change, -low)
                    falls.add(change, high)
                case _:
                    return _ANY
        return (least - falls.most(pace), most + rises.most(pace)) if least <= most else _NONE


def _true_within(comparisons: Together, bounds: Mapping[Atom, Interval], steps: Mapping[Atom, int]) -> bool:
    """Whether all can be true at once of numbers within bounds."""
    if not all(_possible(each, bounds) for each in comparisons.comparisons):
        return False
    return narrowed(comparisons, bounds, steps) is not None


def _possible(comparison: Comparison, bounds: Mapping[Atom, Interval]) -> bool:
    left, right = _value(comparison.left, bounds), _value(comparison.right, bounds)
    match comparison.operator:
        case "<":
            return left[0] < right[1]
        case "<=":
            return left[0] <= right[1]
        case ">":
            return left[1] > right[0]
        case ">=":
            return left[1] >= right[0]
    return left[0] <= right[1] and right[0] <= left[1]


def _value(expression: Expression, bounds: Mapping[Atom, Interval]) -> Interval:
    match expression:
        case Atom():
            # A number without a value lets nothing happen, a duration may be anything.
            return (0.0, math.inf) if expression.predicate == "?duration" else bounds.get(expression, _NONE)
        case Operation(symbol, operands):
            first, *rest = (_value(operand, bounds) for operand in operands)
            if not rest:
                return -first[1], -first[0]
            for other in rest:
                first = _calculate(symbol, first, other)
            return first
    return expression, expression


def _calculate(symbol: str, left: Interval, right: Interval) -> Interval:
    """Bounds on a result; one that overflows is moved outwards, so that nothing is ever proved by it."""
    if _NONE in (left, right):
        return _NONE
    low, high = _corners(symbol, left, right)
    if math.isnan(low) or math.isnan(high):
        return _ANY
    return min(low, _GREATEST), max(high, -_GREATEST)


def _corners(symbol: str, left: Interval, right: Interval) -> Interval:
    if symbol == "+":
        return left[0] + right[0], left[1] + right[1]
    if symbol == "-":
        return left[0] - right[1], left[1] - right[0]
    if symbol == "/":
        if right[0] <= 0 <= right[1]:
            return _ANY
        right = (1 / right[1], 1 / right[0])
    corners = [one * other for one in left for other in right]
    return (-math.inf, math.inf) if any(map(math.isnan, corners)) else (min(corners), max(corners))


def _numeric(effects: Iterable[Effect]) -> Iterator[NumericEffect]:
    for effect in effects:
        match effect:
            case NumericEffect():
                yield effect
            case ConditionalEffect():
                yield from _numeric(effect.effects)


def _deleted(effects: Iterable[Effect]) -> set[Atom]:
    """Atoms that are surely made false."""
    return {effect.atom for effect in effects if isinstance(effect, FactEffect) and not effect.becomes}
