"""What the execution of a plan leaves behind: states, the events between them, faults."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from plancritic.pddl.execution.assessment import Assessment
from plancritic.pddl.language import Atom, Plan, Problem, number_text

#: Times closer than this are equal in comparisons with the bounds of constraints: plans have three decimals.
TIME_TOLERANCE = 1e-6

Moment = Literal["start", "end", "instant", "timed literal"]
FaultKind = Literal["condition", "invariant", "duration", "interference", "undefined", "step"]


@dataclass(frozen=True, slots=True)
class Event:
    """What one step (or timed literal) did at one moment.

    `step` is the index in `plan.steps`, None for a timed literal. Only real changes are listed: an atom that
    was true already is not in `added`. `values` maps a fluent to its values before (None: undefined) and after.
    """

    moment: Moment
    step: int | None
    added: frozenset[Atom] = frozenset()
    deleted: frozenset[Atom] = frozenset()
    values: Mapping[Atom, tuple[float | None, float]] | None = None

    def touches(self, atoms: frozenset[Atom]) -> bool:
        """Return whether it changed one of these atoms or fluents."""
        return not (
            atoms.isdisjoint(self.added) and atoms.isdisjoint(self.deleted) and atoms.isdisjoint(self.values or ())
        )


@dataclass(frozen=True, slots=True)
class State:
    """The state in force from `time` to the next happening; `steps` are the ground actions that made it."""

    time: float
    facts: frozenset[Atom]
    values: Mapping[Atom, float]
    steps: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Violation:
    """Something a plan does that it may not.

    Attributes:
        kind: `condition` (at start or at end), `invariant` (over all), `duration`, `interference` (two steps
            touch the same thing at the same time), `undefined` (a number without a value), `step` (no ground
            action of the problem).
        time: In the domain's unit.
        step: The ground action, None for a timed literal.
        index: Its index in `plan.steps`.
        needed: What had to be, as PDDL where it is a condition.
        actual: What was instead.
        moment: `at start`, `over all`, `at end`.
    """

    kind: FaultKind
    time: float
    step: str | None
    index: int | None
    needed: str
    actual: str
    moment: str

    def __str__(self) -> str:
        who = self.step or "a timed literal"
        needed = f"{self.needed} {self.moment}".rstrip()
        return f"{number_text(round(self.time, 6))}: {who} needs {needed}, found {self.actual}"

    def assessment(self) -> Assessment:
        """Return the violation as an assessment of the step's condition, or of its form."""
        about: Literal["form", "condition"] = "form" if self.kind == "step" else "condition"
        return Assessment(
            about=about,
            satisfied=False,
            time=self.time,
            step=self.step,
            needed=self.needed,
            actual=self.actual,
            explanation=str(self),
        )


@dataclass(frozen=True, eq=False)
class Trajectory:
    """The states a plan passes through: the initial one, then one a happening.

    After a fault the execution goes on as if the step had been possible, so that there are states to look at;
    what is said of them then is no proof.
    """

    problem: Problem
    plan: Plan
    states: tuple[State, ...]
    faults: tuple[Violation, ...]
    goal_met: bool

    @property
    def fault(self) -> Violation | None:
        """The first fault; None for a plan that can be executed."""
        return self.faults[0] if self.faults else None

    def index_at(self, time: float) -> int:
        """Index of the state in force at a time: the last one of several at that time."""
        return max(0, bisect_right(self.states, time + TIME_TOLERANCE, key=lambda state: state.time) - 1)

    def changes(self, step: int) -> tuple[tuple[State, Event], ...]:
        """Return what a step did: its events with the states they led to. `step` is an index in `plan.steps`."""
        return tuple((state, event) for state in self.states for event in state.events if event.step == step)
