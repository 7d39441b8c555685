"""Whether what is asked can be, given when pairs of facts can be true; if not, why, in a sentence."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from plancritic.pddl.language import Condition, number_text
from plancritic.pddl.reachability.arrays import Labels
from plancritic.pddl.reachability.demands import Reached
from plancritic.pddl.reachability.earliest import SAME
from plancritic.pddl.reachability.literals import Literals
from plancritic.pddl.reachability.snap_actions import SHARE

#: The search for alternatives that fit together gives up after so many steps: then nothing is proved.
_MOST_STEPS = 5_000


@dataclass(frozen=True, slots=True)
class Contradiction:
    """`parts` are the places of the requirements that cannot be met (together)."""

    reason: str
    parts: tuple[int, ...]


def first_time(reached: Reached, labels: Labels) -> float:
    """A lower bound on when one of the alternatives can be true."""
    return min((_when(literals, labels) for literals in reached.alternatives.sets), default=math.inf)


def missed(reached: Reached, labels: Labels, names: Sequence[Condition]) -> str | None:
    """Return why a state cannot be reached, or not in time; None where it may be."""
    time = first_time(reached, labels)
    if math.isinf(time):
        return _never(reached, labels, names)
    if time <= reached.latest + SAME:
        return None
    return f"{reached.condition} cannot be true before {number_text(nominal(time))}"


def clash(
    required: Sequence[Reached], labels: Labels, names: Sequence[Condition], excluded: Collection[int] = ()
) -> Contradiction | None:
    """Return why requirements cannot all be met in one state; None where they may be.

    Args:
        required: What the state has to meet.
        labels: When pairs of facts can be true.
        names: What literals stand for.
        excluded: Literals that are not true in that state.
    """
    possible = []
    for place, each in enumerate(required):
        sets = [
            literals
            for literals in each.alternatives.sets
            if not any(literal in excluded for literal in literals) and _when(literals, labels) < math.inf
        ]
        if not sets:
            if math.isinf(first_time(each, labels)):
                return Contradiction(_never(each, labels, names), (place,))
            return Contradiction(f"{each.condition} cannot be true at the end", (place,))
        possible.append(sets)
    for one, other in combinations(range(len(required)), 2):
        if not any(_when(first | second, labels) < math.inf for first in possible[one] for second in possible[other]):
            reason = f"{required[one].condition} and {required[other].condition} cannot be true together"
            return Contradiction(reason, (one, other))
    if _Choice(possible, labels).impossible():
        *others, last = (each.condition for each in required)
        return Contradiction(f"{', '.join(others)} and {last} cannot all be true together", tuple(range(len(required))))
    return None


def nominal(time: float) -> float:
    """Return a bound as a person would say it, the slack of durations taken out again."""
    found = round(time / SHARE, 2)
    short = round(found, 1)
    return short if time <= short <= found + 0.01 else found


class _Choice:
    """One alternative of each requirement, all possible together in pairs of facts."""

    def __init__(self, possible: list[list[Literals]], labels: Labels) -> None:
        self._possible = sorted(possible, key=len)
        self._labels = labels
        self._steps = 0

    def impossible(self) -> bool:
        """Return whether there is surely none."""
        return not self._extend(frozenset(), 0) and self._steps <= _MOST_STEPS

    def _extend(self, chosen: Literals, depth: int) -> bool:
        if depth == len(self._possible):
            return True
        for literals in self._possible[depth]:
            self._steps += 1
            if self._steps > _MOST_STEPS:
                return False
            joined = chosen | literals
            if _when(joined, self._labels) < math.inf and self._extend(joined, depth + 1):
                return True
        return False


def _when(literals: Literals, labels: Labels) -> float:
    if not literals:
        return 0.0
    found = sorted(literals)
    return max(float(labels[one, other]) for one in found for other in found)


def _never(reached: Reached, labels: Labels, names: Sequence[Condition]) -> str:
    if reached.otherwise:
        return reached.otherwise
    for literals in reached.alternatives.sets if len(reached.alternatives.sets) == 1 else ():
        if any(literal >= len(names) for literal in literals):
            break
        for literal in sorted(literals):
            if math.isinf(labels[literal, literal]):
                return f"{names[literal]} can never be true"
        for one, other in combinations(sorted(literals), 2):
            if math.isinf(labels[one, other]):
                return f"{names[one]} and {names[other]} cannot be true together"
    return f"{reached.condition} can never be true"
