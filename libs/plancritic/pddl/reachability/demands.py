"""What a constraint asks of every plan, in literals: never more than the constraint does.

Each part is a necessary condition; what has no such form here is left out, which makes the proof weaker, not wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from plancritic.pddl.language import Constraint, ConstraintType
from plancritic.pddl.reachability.literals import IMPOSSIBLE, Alternatives, Literals, LiteralTable


@dataclass(frozen=True, slots=True)
class Reached:
    """One of the alternatives is true in a state that is in force at `latest` or was before.

    `otherwise` says why not where that needs other words than the condition.
    """

    condition: str
    alternatives: Alternatives
    latest: float = math.inf
    otherwise: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A literal is true in every state in force between two times."""

    literal: int
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Follows:
    """`sometime-after`: where a trigger is true an answer is, then or later.

    `at_once`: a trigger that may come true at time 0 is not looked at.
    """

    triggers: Literals
    answer: Alternatives
    pending: bool
    at_once: bool


@dataclass(frozen=True, slots=True)
class Precedes:
    """`sometime-before`: no trigger comes true unless a literal of the answer was true before."""

    triggers: Literals
    answer: Literals


@dataclass(frozen=True, slots=True)
class Once:
    """`at-most-once`: the literal does not come true again; `used` where it is true initially."""

    literal: int
    used: bool


@dataclass(frozen=True, slots=True)
class Recurs:
    """`always-within`: an answer is never further away than `bound` but where the trigger is false.

    `unless`: the ways in which it can be. `at_once`: a trigger that may come true at time 0 is not looked at.
    """

    unless: Alternatives
    answer: Alternatives
    bound: float
    at_once: bool


@dataclass(frozen=True, slots=True)
class Demand:
    """What one constraint asks for.

    Attributes:
        text: The constraint.
        reached: States to be reached.
        final: What is true in the last state, with its text.
        held: Literals that keep their value for a time.
        never: Literals that are true in no state.
        monitors: What has to be remembered from state to state.
        recurs: What must not be long in coming.
        given: Whether it is no constraint's but the problem's anyway.
    """

    text: str
    reached: tuple[Reached, ...] = ()
    final: tuple[Reached, ...] = ()
    held: tuple[Held, ...] = ()
    never: Literals = frozenset()
    monitors: tuple[Follows | Precedes | Once, ...] = ()
    recurs: tuple[Recurs, ...] = ()
    given: bool = False

    @property
    def restricts(self) -> bool:
        """Whether it changes what can happen, beyond asking for a state."""
        return bool(self.held or self.never or self.monitors or self.recurs)


class DemandReader:
    """Reads constraints of one problem."""

    def __init__(self, table: LiteralTable, initial: Literals) -> None:
        self._table = table
        self._initial = initial

    def read(self, constraint: Constraint) -> Demand:
        """Return what a constraint of the right form asks for."""
        text = str(constraint)
        condition = constraint.conditions[0]
        first = self._table.alternatives(condition)
        name = str(condition)
        match constraint.type:
            case ConstraintType.SOMETIME:
                return Demand(text, reached=(Reached(name, first),))
            case ConstraintType.WITHIN:
                return Demand(text, reached=(Reached(name, first, constraint.bounds[0]),))
            case ConstraintType.AT_END:
                return Demand(text, final=(Reached(name, first),))
            case ConstraintType.ALWAYS:
                opposite = self._sufficient(constraint, False)
                initially = (
                    ()
                    if self._initially(first)
                    else (Reached(name, IMPOSSIBLE, otherwise=f"{name} is false initially"),)
                )
                return Demand(text, reached=initially, final=(Reached(name, first),), never=opposite)
            case ConstraintType.HOLD_AFTER:
                start = constraint.bounds[0]
                held = tuple(self._held(first, start, math.inf))
                return Demand(text, (Reached(name, first, start),), (Reached(name, first),), held)
            case ConstraintType.HOLD_DURING:
                start, end = constraint.bounds
                return Demand(text, (Reached(name, first, start),), held=tuple(self._held(first, start, end)))
            case ConstraintType.AT_MOST_ONCE:
                units = self._sufficient(constraint, True)
                exact = len(first.sets) == 1 and len(units) == 1
                return Demand(text, monitors=tuple(Once(each, each in self._initial) for each in units if exact))
            case ConstraintType.SOMETIME_AFTER | ConstraintType.ALWAYS_WITHIN:
                return self._follows(constraint, first, text)
            case ConstraintType.SOMETIME_BEFORE:
                return self._precedes(constraint, first, text)

    def _follows(self, constraint: Constraint, first: Alternatives, text: str) -> Demand:
        answer = self._table.alternatives(constraint.conditions[1])
        if answer.trivial or first.impossible:
            return Demand(text)
        timed = constraint.type is ConstraintType.ALWAYS_WITHIN
        latest = constraint.bounds[0] if timed else math.inf
        answered = self._initially(answer)
        unless = self._table.alternatives(constraint.conditions[0], False)
        recurs = (Recurs(unless, answer, latest, answered),) if timed and not unless.trivial else ()
        if first.trivial and first.exact and not (timed and answered):
            # The trigger is true in every state, the last one too, where nothing comes later.
            due = Reached(str(constraint.conditions[1]), answer, latest)
            return Demand(text, (due,), (due,), recurs=recurs)
        pending = first.exact and self._initially(first) and not answered
        reached = (Reached(str(constraint.conditions[1]), answer, latest),) if pending else ()
        # A state of the same time answers `always-within` even if it comes first: only the initial one can.
        triggers = self._sufficient(constraint, True)
        monitors = (Follows(triggers, answer, pending, timed and answered),) if triggers or pending else ()
        return Demand(text, reached=reached, monitors=monitors, recurs=recurs)

    def _precedes(self, constraint: Constraint, first: Alternatives, text: str) -> Demand:
        if first.exact and self._initially(first):
            reason = f"{constraint.conditions[0]} is true initially, nothing can come before it"
            return Demand(text, reached=(Reached(text, IMPOSSIBLE, otherwise=reason),))
        answer = self._table.alternatives(constraint.conditions[1])
        triggers = self._sufficient(constraint, True)
        literals = frozenset[int]().union(*answer.sets)
        if self._initially(answer) or not triggers:
            return Demand(text)
        return Demand(text, monitors=(Precedes(triggers, literals),))

    def _held(self, alternatives: Alternatives, start: float, end: float) -> Iterator[Held]:
        if alternatives.sets:
            for literal in sorted(frozenset[int].intersection(*alternatives.sets)):
                yield Held(literal, start, end)

    def _initially(self, alternatives: Alternatives) -> bool:
        return any(each <= self._initial for each in alternatives.sets)

    def _sufficient(self, constraint: Constraint, value: bool) -> Literals:
        """Literals each of which alone gives the first condition this value."""
        found = self._table.alternatives(constraint.conditions[0], value)
        if not found.exact:
            return frozenset()
        return frozenset(literal for each in found.sets if len(each) == 1 for literal in each)
