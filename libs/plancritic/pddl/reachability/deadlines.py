"""Whether what has to be done before a time fits into it: actions that exclude each other follow one another.

A fact that is not true initially and has to be true by a time is brought about by then, and so is all that every
snap needs that can bring it about: disjunctive action landmarks (Porteous, Sebastia & Hoffmann, On the extraction,
ordering, and usage of landmarks in planning, ECP 2001). Landmarks no two actions of which can run at once take at
least the sum of their least durations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from plancritic.pddl.language import number_text
from plancritic.pddl.reachability.arrays import Labels
from plancritic.pddl.reachability.demands import Demand, Held, Reached
from plancritic.pddl.reachability.earliest import SAME
from plancritic.pddl.reachability.literals import Literals
from plancritic.pddl.reachability.proof import Contradiction, nominal
from plancritic.pddl.reachability.snap_actions import Snap, Task

#: More times than these are not looked at.
_MOST_TIMES = 8


@dataclass(frozen=True, slots=True)
class _Landmark:
    """One of the actions of the clocks is over when the fact comes true first; `parts` are demands that ask for it."""

    clocks: tuple[int, ...]
    least: float
    parts: frozenset[int]


class Deadlines:
    """Of one task without demands."""

    def __init__(self, task: Task, labels: Labels) -> None:
        self._task = task
        self._exclusive = np.isinf(labels)
        self._adders: dict[int, list[Snap]] = {}
        self._begins: dict[int, Literals] = {}
        for snap in task.snaps:
            for literal in (*snap.adds, *snap.may_add):
                self._adders.setdefault(literal, []).append(snap)
            if snap.starts is not None:
                self._begins[snap.starts] = self._begins.get(snap.starts, snap.needs) & snap.needs
        self._needed: dict[int, Literals] = {}

    def missed(self, asked: Sequence[tuple[int, Demand]], goal: Sequence[Reached]) -> Contradiction | None:
        """Return why something that is asked for cannot be in time.

        Args:
            asked: Demands with what they are called in `parts` of the answer; -1 is not told.
            goal: What is true in the last state beside that.
        """
        reached = [(-1, each) for each in goal]
        reached += [(part, each) for part, demand in asked for each in (*demand.reached, *demand.final)]
        held = [(part, each) for part, demand in asked for each in demand.held if math.isinf(each.end)]
        times = {each.latest for _, each in reached} | {each.start for _, each in held}
        for time in sorted(times - {math.inf})[:_MOST_TIMES]:
            found = _few(self._chosen(self._landmarks(self._due(time, reached, held)), time), time)
            total = _total(found)
            if total > time + SAME:
                parts = _parts(found)
                sequence = f"what has to be done one after the other by {number_text(time)}"
                return Contradiction(f"{sequence} takes {number_text(nominal(total))}", tuple(sorted(parts)))
        return None

    def _due(
        self, time: float, reached: Sequence[tuple[int, Reached]], held: Sequence[tuple[int, Held]]
    ) -> Iterator[tuple[int, frozenset[int]]]:
        """Literals that come true by a time, and the demands that say so."""
        before = [(part, each) for part, each in held if each.start <= time]
        for part, each in reached:
            if not each.alternatives.sets:
                continue
            for literal in sorted(frozenset[int].intersection(*each.alternatives.sets) - self._task.initial):
                if each.latest <= time:
                    yield literal, frozenset((part,))
                    continue
                for other, kept in before:
                    if all(self._excluded(snap, kept.literal) for snap in self._adders.get(literal, ())):
                        yield literal, frozenset((part, other))
                        break

    def _excluded(self, snap: Snap, literal: int) -> bool:
        """Whether it cannot happen while a literal is held."""
        clocks = () if snap.starts is None else (snap.starts,)
        return bool(self._exclusive[literal, [*snap.needs, *snap.adds, *clocks]].any())

    def _landmarks(self, due: Iterator[tuple[int, frozenset[int]]]) -> Iterator[_Landmark]:
        seen = set(self._task.initial)
        waiting = list(due)
        while waiting:
            literal, parts = waiting.pop()
            if literal in seen:
                continue
            seen.add(literal)
            waiting += [(need, parts) for need in self._all_need(literal)]
            adders = self._adders.get(literal, [])
            clocks = {need for snap in adders for need in snap.needs if need >= self._task.literals}
            if clocks and all(snap.needs & clocks for snap in adders):
                least = min(self._task.clocks[clock - self._task.literals].least for clock in clocks)
                yield _Landmark(tuple(sorted(clocks)), least, parts)

    def _all_need(self, literal: int) -> Literals:
        """Literals that are true before each of the snaps that make a literal true, or at its moment."""
        if literal not in self._needed:
            every = [
                snap.needs.union(*(self._begins[need] for need in snap.needs if need in self._begins))
                for snap in self._adders.get(literal, ())
            ]
            common = frozenset[int].intersection(*every) if every else frozenset[int]()
            self._needed[literal] = frozenset(need for need in common if need < self._task.literals)
        return self._needed[literal]

    def _chosen(self, landmarks: Iterator[_Landmark], time: float) -> list[_Landmark]:
        """Landmarks that exclude each other, those that take longest first; none where all fit in any case."""
        every = sorted(landmarks, key=lambda landmark: (-landmark.least, len(landmark.clocks), landmark.clocks))
        chosen: list[_Landmark] = []
        if _total(every) <= time + SAME:
            return chosen
        for landmark in every:
            if all(self._exclude(landmark, other) for other in chosen):
                chosen.append(landmark)
        return chosen

    def _exclude(self, one: _Landmark, other: _Landmark) -> bool:
        if not set(one.clocks).isdisjoint(other.clocks):
            return False
        return bool(self._exclusive[np.ix_(one.clocks, other.clocks)].all())


def _few(landmarks: list[_Landmark], time: float) -> list[_Landmark]:
    """Without those of demands that are not needed to exceed a time."""
    for part in sorted(_parts(landmarks)):
        fewer = [landmark for landmark in landmarks if part not in landmark.parts]
        if _total(fewer) > time + SAME:
            landmarks = fewer
    return landmarks


def _total(landmarks: list[_Landmark]) -> float:
    return sum(landmark.least for landmark in landmarks)


def _parts(landmarks: list[_Landmark]) -> frozenset[int]:
    return frozenset[int]().union(*(landmark.parts for landmark in landmarks)) - {-1}
