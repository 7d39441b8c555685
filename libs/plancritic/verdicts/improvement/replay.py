"""A plan run again and again with steps left out: what then becomes impossible falls out too.

Quicker than the trajectory executor and less strict: it leaves no states to look at and does not see that steps
interfere. It proposes; what it proposes has to be executed and judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from plancritic.pddl.grounding import ground_action
from plancritic.pddl.language import (
    SAME_TIME,
    Atom,
    Condition,
    ConditionalEffect,
    Demand,
    Effect,
    FactEffect,
    GroundAction,
    NumericEffect,
    Problem,
    Step,
    UndefinedValueError,
    compare,
    holds,
    value_of,
)

#: A stated duration may differ from the right one by this: printed plans are rounded.
_ROUNDING = 0.001


@dataclass(frozen=True, slots=True)
class Remainder:
    """What is left of a plan: the indices of the steps kept, those steps, whether the goal is met at the end.

    A step is not quite what it was where its duration depends on something that is no longer done.
    """

    kept: frozenset[int]
    steps: tuple[Step, ...]
    goal_met: bool


class Replay:
    """A plan of a problem; every step has to be a ground action of the problem.

    What is left out for good goes by `settle`. The states on the way of what is then left are kept: a further attempt
    begins where it first differs.
    """

    def __init__(self, problem: Problem, steps: Sequence[Step]) -> None:
        self._problem = problem
        self._steps = tuple(steps)
        self._actions = tuple(_Prepared.of(problem, step) for step in self._steps)
        self._gone: frozenset[int] = frozenset()
        self._durations: dict[int, float] = {}
        self._checkpoints: list[_Execution] = []
        self._keep()

    def without(self, removed: Iterable[int]) -> Remainder:
        """Return the plan without these steps, those left out before, and all that then cannot take place."""
        gone, durations, state = self._attempt(removed)
        steps = tuple(
            replace(step, duration=durations.get(index, step.duration))
            for index, step in enumerate(self._steps)
            if index not in gone
        )
        return Remainder(frozenset(range(len(self._steps))) - gone, steps, state.true(self._problem.goal))

    def settle(self, removed: Iterable[int]) -> None:
        """Leave these steps out from now on, and all that then cannot take place."""
        gone, self._durations, _ = self._attempt(removed)
        self._gone = frozenset(gone)
        self._keep()

    def _keep(self) -> None:
        self._happenings = self._grouped(self._durations)
        #: Where each step starts; nothing before that depends on it.
        self._first = {
            snap.step: number
            for number, happening in enumerate(self._happenings)
            for snap in happening
            if not snap.is_end
        }
        state = _Execution(set(self._problem.facts), dict(self._problem.values))
        self._checkpoints = []
        for happening in self._happenings:
            self._checkpoints.append(state.copy())
            self._happen(happening, state, set(self._gone), dict(self._durations))
        self._checkpoints.append(state)

    def _attempt(self, removed: Iterable[int]) -> tuple[set[int], dict[int, float], _Execution]:
        """What is gone, the durations that are not as stated, and the last state."""
        gone, durations, happenings = {*self._gone, *removed}, dict(self._durations), self._happenings
        while True:
            repaired = len(durations)
            begin = min((self._first[step] for step in gone - self._gone), default=len(self._happenings))
            state = self._checkpoints[begin].copy()
            # Each time round a step more is gone or has the duration that is right now.
            if all(self._happen(happening, state, gone, durations) for happening in happenings[begin:]):
                return gone, durations, state
            if len(durations) > repaired:
                happenings = self._grouped(durations)

    def _happen(self, happening: list[_Snap], state: _Execution, gone: set[int], durations: dict[int, float]) -> bool:
        """One happening: steps that cannot start go on the way; False where it has to be done again from before."""
        present: list[_Snap] = []
        for snap in happening:
            if snap.step in gone:
                continue
            action = snap.action
            if action is None:
                present.append(snap)
            elif snap.is_end:
                if not state.met(action.at_end):
                    gone.add(snap.step)
                    return False
                present.append(snap)
            elif not state.met(action.at_start):
                gone.add(snap.step)
            else:
                right = right_duration(action.ground, snap.duration, state.values)
                if right == snap.duration:
                    present.append(snap)
                elif right is None or snap.step in durations:
                    gone.add(snap.step)
                else:
                    durations[snap.step] = right
                    return False
        state.apply(present)
        for snap in present:
            if snap.is_end:
                state.running.remove(snap.step)
            elif snap.action is not None and snap.action.ground.duration is not None:
                state.running.append(snap.step)
        for step in state.running:
            if not state.met(self._actions[step].over_all):
                gone.add(step)
                return False
            state.look(step, self._actions[step].conditional)
        return True

    def _grouped(self, durations: dict[int, float]) -> list[list[_Snap]]:
        """All snaps by happening, those of steps that are gone among them."""
        snaps = [
            _Snap(literal.time, -1, None, False, (literal.effect,), 0.0) for literal in self._problem.timed_literals
        ]
        for index, (step, action) in enumerate(zip(self._steps, self._actions, strict=True)):
            duration = durations.get(index, step.duration or 0.0)
            snaps.append(_Snap(step.start, index, action, False, action.ground.effects_at_start, duration))
            if action.ground.duration is not None:
                snaps.append(_Snap(step.start + duration, index, action, True, action.ground.effects_at_end, duration))
        groups: list[list[_Snap]] = []
        for snap in sorted(snaps, key=lambda snap: snap.time):
            if groups and snap.time - groups[-1][0].time < SAME_TIME:
                groups[-1].append(snap)
            else:
                groups.append([snap])
        return groups


def right_duration(action: GroundAction, stated: float, values: dict[Atom, float]) -> float | None:
    """Return the duration next to the stated one that the bounds at the start allow; None where there is none.

    A new one has three decimals, as printed plans have, where that loses nothing.
    """
    bounds = []
    for bound in action.duration or ():
        if bound.at_end:
            continue
        try:
            bounds.append((bound.operator, value_of(bound.expression, values, stated)))
        except UndefinedValueError:
            return None

    def allowed(duration: float) -> bool:
        return all(abs(duration - value) <= _ROUNDING or compare(symbol, duration, value) for symbol, value in bounds)

    if allowed(stated):
        return stated
    found = min((value for _, value in bounds if value >= 0 and allowed(value)), default=None)
    if found is None:
        return None
    return round(found, 3) if round(found, 3) > 0 else found


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A ground action ready for quick checks; `conditional` are its conditional effects at the end."""

    ground: GroundAction
    at_start: Demand
    over_all: Demand
    at_end: Demand
    conditional: tuple[ConditionalEffect, ...]

    @classmethod
    def of(cls, problem: Problem, step: Step) -> _Prepared:
        action = ground_action(problem, step.action, step.arguments)
        return cls(
            action,
            action.demand_at_start,
            action.demand_over_all,
            action.demand_at_end,
            tuple(effect for effect in action.effects_at_end if isinstance(effect, ConditionalEffect)),
        )


@dataclass(frozen=True, slots=True)
class _Snap:
    """One end of a step, or a timed literal (`action` is None)."""

    time: float
    step: int
    action: _Prepared | None
    is_end: bool
    effects: tuple[Effect, ...]
    duration: float


@dataclass(slots=True)
class _Execution:
    """The state, the running steps and, of each of their conditional effects, whether its conditions held so far."""

    facts: set[Atom]
    values: dict[Atom, float]
    so_far: dict[tuple[int, int], bool] = field(default_factory=dict)
    running: list[int] = field(default_factory=list)

    def copy(self) -> _Execution:
        return _Execution(set(self.facts), dict(self.values), dict(self.so_far), list(self.running))

    def met(self, demand: Demand) -> bool:
        try:
            return demand.met(self.facts, self.values)
        except UndefinedValueError:
            return False

    def true(self, condition: Condition) -> bool:
        try:
            return holds(condition, self.facts, self.values)
        except UndefinedValueError:
            return False

    def look(self, step: int, effects: tuple[ConditionalEffect, ...]) -> None:
        for effect in effects:
            self.so_far[step, id(effect)] = self.so_far[step, id(effect)] and self.true(effect.over_all)

    def apply(self, snaps: list[_Snap]) -> None:
        adds: set[Atom] = set()
        deletes: set[Atom] = set()
        numbers: list[tuple[str, Atom, float]] = []
        for snap in snaps:
            if snap.action is not None and not snap.is_end:
                for effect in snap.action.conditional:
                    self.so_far[snap.step, id(effect)] = self.true(effect.at_start)
            for simple in self._taking_place(snap, snap.effects):
                if isinstance(simple, FactEffect):
                    (adds if simple.becomes else deletes).add(simple.atom)
                    continue
                try:
                    amount = value_of(simple.expression, self.values, snap.duration)
                except UndefinedValueError:
                    continue
                numbers.append((simple.operator, simple.fluent, amount))
        self.facts -= deletes
        self.facts |= adds
        for operator, fluent, amount in numbers:
            self._change(operator, fluent, amount)

    def _taking_place(self, snap: _Snap, effects: Iterable[Effect]) -> Iterator[FactEffect | NumericEffect]:
        for effect in effects:
            if isinstance(effect, FactEffect | NumericEffect):
                yield effect
            elif isinstance(effect, ConditionalEffect):
                now = effect.at_end if snap.is_end else effect.at_start
                if self.so_far.get((snap.step, id(effect)), True) and self.true(now):
                    yield from self._taking_place(snap, effect.effects)

    def _change(self, operator: str, fluent: Atom, amount: float) -> None:
        old = self.values.get(fluent)
        if operator == "assign":
            self.values[fluent] = amount
        elif old is not None and not (operator == "scale-down" and amount == 0):
            self.values[fluent] = {
                "increase": lambda: old + amount,
                "decrease": lambda: old - amount,
                "scale-up": lambda: old * amount,
                "scale-down": lambda: old / amount,
            }[operator]()
