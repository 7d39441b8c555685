"""How much of what changes numbers can happen by some time, where actions exclude each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from plancritic.pddl.language import Atom
from plancritic.pddl.reachability.numbers import Change
from plancritic.pddl.reachability.overlaps import Overlaps

#: More ways than these to fill a time are bounded by parts of changes.
_MOST_WAYS = 2_000


class Sequences:
    """Changes that use up a fact, in sets of which no two take place while another's action runs.

    Args:
        changes: Those that use up a fact.
        overlaps: Which actions exclude each other.
        least: How long actions take at least; the others take no time.
    """

    def __init__(self, changes: Iterable[Change], overlaps: Overlaps, least: Mapping[str, float]) -> None:
        self._least = dict(least)
        self._overlaps = overlaps
        users: dict[Atom, set[str]] = {}
        for change in changes:
            if change.once is not None:
                users.setdefault(change.once, set()).add(change.action)
                if not change.at_end:
                    self._least[change.action] = 0.0
        self._sets: list[list[str]] = []
        #: The set that a fact's actions are in.
        self.of: dict[Atom, int] = {}
        for fact in sorted(users, key=str):
            self.of[fact] = self._place(users[fact])

    def duration(self, action: str) -> float:
        """Return how long it takes at least until its last change."""
        return self._least.get(action, 0.0)

    def by(self, time: float) -> Until:
        """Return the changes until a time."""
        return Until(self, time)

    def begins(self, action: str) -> float:
        """A lower bound on when an action can begin."""
        return self._overlaps.begins(action)

    def _place(self, actions: set[str]) -> int:
        for number, members in enumerate(self._sets):
            if all(self._overlaps.apart(one, other) for one in actions for other in members):
                members += sorted(actions)
                return number
        self._sets.append(sorted(actions))
        return len(self._sets) - 1


@dataclass(frozen=True, slots=True)
class Until:
    """A `Pace`: what can have happened by a time."""

    sequences: Sequences
    time: float

    def begins(self, change: Change) -> bool:
        """Return whether a change can take place by then."""
        takes = self.sequences.duration(change.action) if change.at_end else 0.0
        return self.sequences.begins(change.action) + takes <= self.time

    def most(self, amounts: Mapping[Atom, Mapping[str, float]]) -> float:
        """Return how much changes add up to: those of one set come one after the other."""
        sets: dict[int, list[tuple[float, float]]] = {}
        for fact, actions in amounts.items():
            takes = min(map(self.sequences.duration, actions))
            sets.setdefault(self.sequences.of[fact], []).append((takes, max(actions.values())))
        return sum(_fill(changes, self.time) for changes in sets.values())


def _fill(changes: list[tuple[float, float]], time: float) -> float:
    """The most that changes, each with how long it takes and its amount, add up to in a time: a knapsack."""
    ways = {0.0: 0.0}
    for takes, amount in sorted(changes):
        for used, total in list(ways.items()):
            if used + takes <= time:
                at = round(used + takes, 9)
                ways[at] = max(ways.get(at, 0.0), total + amount)
        if len(ways) > _MOST_WAYS:
            return sum(amount for takes, amount in changes if takes <= time)
    return max(ways.values())
