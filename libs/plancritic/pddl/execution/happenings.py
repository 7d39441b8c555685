"""What happens at one point of a plan's time, and whether it can happen together."""

from __future__ import annotations

from dataclasses import dataclass, field

from plancritic.pddl.execution.states import Event, Moment
from plancritic.pddl.language import Atom, Demand, Effect, GroundAction


@dataclass(eq=False, slots=True)
class Run:
    """A step under way.

    `open_conditions` says of each conditional effect at its end, by identity, whether its conditions held so far.
    """

    index: int
    action: GroundAction
    start: float
    duration: float
    open_conditions: dict[int, bool] = field(default_factory=dict)
    invariant_broken: bool = False


@dataclass(eq=False, slots=True)
class Snap:
    """One end of a step, or a timed literal (`run` is None)."""

    time: float
    moment: Moment
    run: Run | None
    demand: Demand
    effects: tuple[Effect, ...]


@dataclass(eq=False, slots=True)
class Outcome:
    """What a snap reads and writes, found out in the state before its happening."""

    snap: Snap
    reads: set[Atom] = field(default_factory=set)
    adds: set[Atom] = field(default_factory=set)
    deletes: set[Atom] = field(default_factory=set)
    assigned: dict[Atom, float] = field(default_factory=dict)
    scaled: dict[Atom, float] = field(default_factory=dict)
    increased: dict[Atom, float] = field(default_factory=dict)

    @property
    def writes(self) -> set[Atom]:
        """The numeric fluents it changes."""
        return {*self.assigned, *self.scaled, *self.increased}

    def write(self, operator: str, fluent: Atom, amount: float) -> None:
        """Note a numeric effect; `amount` of a `scale-down` is not 0."""
        match operator:
            case "assign":
                self.assigned[fluent] = amount
            case "increase":
                self.increased[fluent] = self.increased.get(fluent, 0.0) + amount
            case "decrease":
                self.increased[fluent] = self.increased.get(fluent, 0.0) - amount
            case "scale-up":
                self.scaled[fluent] = self.scaled.get(fluent, 1.0) * amount
            case "scale-down":
                self.scaled[fluent] = self.scaled.get(fluent, 1.0) / amount

    def clash_with(self, other: Outcome) -> set[Atom]:
        """Return what one of the two changes while the other needs or changes it: there must be none.

        Two increases of one fluent do not clash. The two ends of one step do not either.
        Source: Fox & Long, PDDL2.1, definition 12 ("no moving targets").
        """
        if self.snap.run is not None and self.snap.run is other.snap.run:
            return set()
        clashing = (self.adds & other.deletes) | (other.adds & self.deletes)
        clashing |= self.reads & (other.adds | other.deletes | other.writes)
        clashing |= other.reads & (self.adds | self.deletes | self.writes)
        for fluent in self.writes & other.writes:
            if not (self._only_increases(fluent) and other._only_increases(fluent)):
                clashing.add(fluent)
        return clashing

    def _only_increases(self, fluent: Atom) -> bool:
        return fluent not in self.assigned and fluent not in self.scaled


def apply(outcomes: list[Outcome], facts: set[Atom], values: dict[Atom, float]) -> tuple[Event, ...]:
    """Change `facts` and `values` by all outcomes at once; what was really changed comes back, one event each."""
    changes = [
        (
            outcome.adds - facts,
            (outcome.deletes - outcome.adds) & facts,
            {fluent: values.get(fluent) for fluent in sorted(outcome.writes, key=str)},
        )
        for outcome in outcomes
    ]
    for outcome in outcomes:
        facts -= outcome.deletes
    for outcome in outcomes:
        facts |= outcome.adds
        values.update(outcome.assigned)
    for outcome in outcomes:
        for fluent, factor in outcome.scaled.items():
            values[fluent] *= factor
        for fluent, amount in outcome.increased.items():
            values[fluent] += amount
    return tuple(
        Event(
            outcome.snap.moment,
            outcome.snap.run.index if outcome.snap.run else None,
            frozenset(added),
            frozenset(deleted),
            {fluent: (old, values[fluent]) for fluent, old in numbers.items() if old != values[fluent]},
        )
        for outcome, (added, deleted, numbers) in zip(outcomes, changes, strict=True)
    )
