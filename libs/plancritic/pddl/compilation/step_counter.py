"""Classical problems with windows: plans are sequences, step n happens at n, and clocks count the steps.

Before every step each clock moves by an action of its own, so that the problem's actions stay as many as they are:
a plan of the compiled problem is `tick, step, tick, step, ...`. There is one clock for all windows, which stands still
when the last of them is settled, and a countdown for each `always-within`. That runs while there is a debt and goes
back to its beginning otherwise; at zero it lets no further step happen, so that the debt stays.

This is lossless: plans are sequences, so that what a way reads no other step changes at the same time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from plancritic.pddl.compilation.compiled import Compiled
from plancritic.pddl.compilation.literals import unsupported
from plancritic.pddl.compilation.specification import Specification
from plancritic.pddl.compilation.temporal import Compilation
from plancritic.pddl.compilation.windows import Clock, Countdown
from plancritic.pddl.conditions import Atom
from plancritic.pddl.constraints import Constraint, ConstraintType
from plancritic.pddl.model import Problem
from plancritic.pddl.states import TIME_TOLERANCE

#: More actions than this only to count, and it is no use.
MOST_TICKS = 10_000


def compile_sequences(problem: Problem, constraints: Sequence[Constraint], native: Sequence[Constraint]) -> Compiled:
    """The problem without the constraints.

    Args:
        problem: Without durative actions and timed literals.
        constraints: All types.
        native: Left in the text; they must have no times if others have some.

    Raises:
        UnsupportedFeatureError: It names what cannot be compiled.
    """
    asked = Specification(problem, careful=False, sequential=True)
    compiled = _Sequences(problem, [_in_steps(each) for each in constraints], native, asked).compiled()
    return replace(compiled, exact=True, sequential=True)


def _in_steps(constraint: Constraint) -> Constraint:
    """The constraint with whole numbers for times that mean the same: states are at 0, 1, 2, ..."""
    match constraint.type, constraint.bounds:
        case ConstraintType.HOLD_DURING, (start, end):
            first = _floor(start)
            return replace(constraint, bounds=(first, max(first + 1.0, math.ceil(end - TIME_TOLERANCE))))
        case _, (limit,):
            return replace(constraint, bounds=(_floor(limit),))
    return constraint


def _floor(time: float) -> float:
    """When the state in force at a time began."""
    return float(math.floor(time + TIME_TOLERANCE))


@dataclass(frozen=True)
class _Tick:
    """An action of a clock: its `conditions`, then what it makes true or false."""

    conditions: tuple[str, ...]
    effects: tuple[str, ...] = ()


class _Sequences(Compilation):
    """Each clock has a turn after a step, the last one makes ready for the next step."""

    def clock(self) -> Clock:
        """Windows and countdowns, counted by actions."""
        dials = [self._count_down(each) for each in self.asked.countdowns]
        if self.windows.times:
            dials.insert(0, self._count_up())
        if not dials:
            return Clock()
        if any(each.bounds for each in self.native):
            raise unsupported("constraints with times left in a problem without durative actions")
        turns = [self.names.new("turn") for _ in dials]
        ready = self.names.new("ready")
        facts, actions = [str(turns[0])], {}
        for (initially, ticks), turn, following in zip(dials, turns, [*turns[1:], ready], strict=True):
            facts.append(str(initially))
            for tick in ticks:
                name = self.names.text("tick")
                condition = " ".join((str(turn), *tick.conditions))
                effect = " ".join((f"(not {turn})", str(following), *tick.effects))
                actions[name] = (
                    f"(:action {name} :parameters () :precondition (and {condition}) :effect (and {effect}))"
                )
        return Clock(facts, actions, [":negative-preconditions"], str(ready), f"(not {ready}) {turns[0]}")

    def _count_up(self) -> tuple[Atom, list[_Tick]]:
        """The number of the step to come, as far as windows depend on it."""
        changes: dict[int, list[str]] = {}
        for fact, time in self.windows.times.items():
            text = f"(not {fact})" if fact in self.windows.initially else str(fact)
            changes.setdefault(math.ceil(time), []).append(text)
        last = max(changes)
        _check(last)
        counts = [self.names.new("count") for _ in range(last + 1)]
        ticks = [
            _Tick((str(before),), (f"(not {before})", str(after), *changes.get(step, ())))
            for step, (before, after) in enumerate(pairwise(counts), start=1)
        ]
        return counts[0], [*ticks, _Tick((str(counts[-1]),))]

    def _count_down(self, countdown: Countdown) -> tuple[Atom, list[_Tick]]:
        """How many more steps a debt may stand; all of them where there is none."""
        _check(2 * countdown.steps)
        left = [self.names.new("left") for _ in range(countdown.steps + 1)]
        return left[-1], list(_count_down(left, countdown.paid))


def _count_down(left: Sequence[Atom], paid: Atom) -> Iterator[_Tick]:
    full = left[-1]
    yield _Tick((str(paid), str(full)))
    for fewer, more in pairwise(left):
        yield _Tick((f"(not {paid})", str(more)), (f"(not {more})", str(fewer)))
        yield _Tick((str(paid), str(fewer)), (f"(not {fewer})", str(full)))


def _check(ticks: int) -> None:
    if ticks > MOST_TICKS:
        raise unsupported(f"times of more than {MOST_TICKS} steps in a problem without durative actions")
