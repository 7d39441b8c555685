"""Classical problems with windows: plans are sequences, step n happens at n, and clocks count the steps.

Before every step each clock moves by an action of its own, so that the problem's actions stay as many as they are:
a plan of the compiled problem is `tick, step, tick, step, ...`. There is one clock for all windows, which stands still
when the last of them is settled, and a countdown for each `always-within`. That runs while there is a debt and goes
back to its beginning otherwise; at zero it lets no further step happen, so that the debt stays. Long times are counted
in binary, as a fact for each number slows a planner's analysis down; of short ones that analysis proves more.

This is lossless: plans are sequences, so that what a way reads no other step changes at the same time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from plancritic.pddl.compilation.compiled import Compiled
from plancritic.pddl.compilation.literals import unsupported
from plancritic.pddl.compilation.specification import Specification
from plancritic.pddl.compilation.temporal import Compilation
from plancritic.pddl.compilation.windows import Clock, Countdown, Names
from plancritic.pddl.execution import TIME_TOLERANCE
from plancritic.pddl.language import Atom, Constraint, ConstraintType, PlanBound, Problem

#: Longer times than this, in steps, are counted in binary. Measured on blocks and gripper: 100 facts cost Kairos 0.4 s,
#: while up to 14 it proves "no plan" more often than with bits.
MOST_IN_UNARY = 20


def compile_sequences(
    problem: Problem,
    constraints: Sequence[Constraint],
    native: Sequence[Constraint],
    bounds: Sequence[PlanBound] = (),
) -> Compiled:
    """Return the problem without the constraints.

    Args:
        problem: Without durative actions and timed literals.
        constraints: All types.
        native: Left in the text; they must have no times if others have some.
        bounds: On the whole plan; the upper ones are compiled.

    Raises:
        UnsupportedFeatureError: It names what cannot be compiled.
    """
    asked = Specification(problem, careful=False, sequential=True)
    compiled = _Sequences(problem, [_in_steps(each) for each in constraints], native, asked, bounds).compiled()
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
            dials.insert(0, self._wait_for_windows())
        if not dials:
            return Clock()
        if any(each.bounds for each in self.native):
            raise unsupported("constraints with times left in a problem without durative actions")
        turns = [self.names.new("turn") for _ in dials]
        ready = self.names.new("ready")
        facts, actions = [str(turns[0])], {}
        for (initially, ticks), turn, following in zip(dials, turns, [*turns[1:], ready], strict=True):
            facts += initially
            for tick in ticks:
                name = self.names.text("tick")
                condition = " ".join((str(turn), *tick.conditions))
                effect = " ".join((f"(not {turn})", str(following), *tick.effects))
                actions[name] = (
                    f"(:action {name} :parameters () :precondition (and {condition}) :effect (and {effect}))"
                )
        return Clock(facts, actions, [":negative-preconditions"], str(ready), f"(not {ready}) {turns[0]}")

    def _wait_for_windows(self) -> tuple[list[str], list[_Tick]]:
        """Waits for the step at which the next window changes, changes it, and so on."""
        changes: dict[int, list[str]] = {}
        for fact, time in self.windows.times.items():
            text = f"(not {fact})" if fact in self.windows.initially else str(fact)
            changes.setdefault(math.ceil(time), []).append(text)
        if max(changes) <= MOST_IN_UNARY:
            return self._count_up(changes)
        steps = sorted(changes)
        waits = [step - before - 1 for before, step in pairwise((0, *steps))]
        register = _Register(self.names, max(waits))
        stages = [self.names.new("stage") for _ in (*steps, None)]
        ticks = list(register.decrements())
        for step, (stage, following), wait in zip(steps, pairwise(stages), (*waits[1:], 0), strict=True):
            effects = (f"(not {stage})", str(following), *changes[step], *register.load(wait))
            ticks.append(_Tick((str(stage), *register.holding(0)), effects))
        return [str(stages[0]), *register.holding(waits[0])], [*ticks, _Tick((str(stages[-1]),))]

    def _count_up(self, changes: Mapping[int, Sequence[str]]) -> tuple[list[str], list[_Tick]]:
        """The number of the step to come, up to the last change."""
        counts = [self.names.new("count") for _ in range(max(changes) + 1)]
        ticks = [
            _Tick((str(before),), (f"(not {before})", str(after), *changes.get(step, ())))
            for step, (before, after) in enumerate(pairwise(counts), start=1)
        ]
        return [str(counts[0])], [*ticks, _Tick((str(counts[-1]),))]

    def _count_down(self, countdown: Countdown) -> tuple[list[str], list[_Tick]]:
        """How many more steps a debt may stand; all of them where there is none."""
        few = countdown.steps <= MOST_IN_UNARY
        register = _Row(self.names, countdown.steps) if few else _Register(self.names, countdown.steps)
        owing = [_Tick((f"(not {countdown.paid})", *tick.conditions), tick.effects) for tick in register.decrements()]
        reset = _Tick((str(countdown.paid),), tuple(register.load(countdown.steps)))
        return register.holding(countdown.steps), [reset, *owing]


class _Row:
    """A number as one fact of many."""

    def __init__(self, names: Names, largest: int) -> None:
        self.facts = [names.new("left") for _ in range(largest + 1)]

    def holding(self, value: int) -> list[str]:
        """Return the facts that say that it is this number."""
        return [str(self.facts[value])]

    def load(self, value: int) -> Iterator[str]:
        """Yield the effects that make it this number."""
        yield str(self.facts[value])
        yield from (f"(not {fact})" for fact in self.facts if fact != self.facts[value])

    def decrements(self) -> Iterator[_Tick]:
        """It becomes one less; at zero it cannot."""
        for fewer, more in pairwise(self.facts):
            yield _Tick((str(more),), (f"(not {more})", str(fewer)))


class _Register:
    """A number in binary: facts and actions are few however large it is."""

    def __init__(self, names: Names, largest: int) -> None:
        #: The facts of each bit, that it is zero and that it is one; the lowest bit first.
        self.bits = [(names.new("zero"), names.new("one")) for _ in range(largest.bit_length())]

    def holding(self, value: int) -> list[str]:
        """Return the facts that say that it is this number."""
        return [str(bit[value >> place & 1]) for place, bit in enumerate(self.bits)]

    def load(self, value: int) -> Iterator[str]:
        """Yield the effects that make it this number."""
        for place, bit in enumerate(self.bits):
            yield from _becomes(bit, value >> place & 1)

    def decrements(self) -> Iterator[_Tick]:
        """It becomes one less, in one action for each place of the lowest one; at zero none of them can happen."""
        for place, bit in enumerate(self.bits):
            lower = self.bits[:place]
            effects = [*_becomes(bit, 0), *(text for each in lower for text in _becomes(each, 1))]
            yield _Tick((str(bit[1]), *(str(zero) for zero, _ in lower)), tuple(effects))


def _becomes(bit: tuple[Atom, Atom], value: int) -> tuple[str, str]:
    return str(bit[value]), f"(not {bit[1 - value]})"
