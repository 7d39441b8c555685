"""How soon after a snap an answer can be true: reachability of single facts from what can be true right after it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from plancritic.pddl.reachability.arrays import Indices, Labels
from plancritic.pddl.reachability.earliest import SAME
from plancritic.pddl.reachability.literals import ALWAYS, Alternatives, Literals
from plancritic.pddl.reachability.snap_actions import Task

#: Rounds after which nothing is known.
_MOST_ROUNDS = 60
#: Numbers looked at in one round: beyond, nothing is looked at.
_MOST_NUMBERS = 4_000_000
_KEPT = 64


class Delays:
    """Of one task without demands."""

    def __init__(self, task: Task, labels: Labels) -> None:
        self._task = task
        self._labels = labels
        self._together = np.isfinite(labels)
        self._least = np.zeros(len(labels))
        self._least[task.literals :] = [clock.least for clock in task.clocks]
        self._needs = _padded([snap.needs for snap in task.snaps])
        added = [
            (fact, place, float(self._least[fact]))
            for place, snap in enumerate(task.snaps)
            for fact in (*snap.adds, *snap.may_add, *(() if snap.starts is None else (snap.starts,)))
        ]
        added.sort()
        facts = np.array([fact for fact, _, _ in added], dtype=np.intp)
        self._snaps = np.array([place for _, place, _ in added], dtype=np.intp)
        self._lasting = np.array([time for _, _, time in added])
        self._facts, self._begins = np.unique(facts, return_index=True)
        self.late = lru_cache(maxsize=_KEPT)(self._late)

    def after(self, place: int) -> Literals:
        """Facts that can be true right after a snap, simultaneous ones included."""
        return frozenset(np.flatnonzero(self._after(place)).tolist())

    def _after(self, place: int) -> NDArray[np.bool_]:
        snap = self._task.snaps[place]
        sure = [*snap.adds, *(() if snap.starts is None else (snap.starts,))]
        found: NDArray[np.bool_] = np.all(self._together[sure], axis=0)
        return found

    def _late(self, answer: Alternatives, bound: float) -> frozenset[int]:
        """Places of the snaps after which no state within a time meets the answer."""
        wanted = [sorted(literals) for literals in answer.sets]
        places, possible = [], []
        for place, snap in enumerate(self._task.snaps):
            after = self._after(place) if snap.time is None else np.ones(len(self._labels), dtype=bool)
            if not any(after[literals].all() for literals in wanted):
                places.append(place)
                possible.append(after)
        if not places or len(places) * self._needs.size > _MOST_NUMBERS:
            return frozenset()
        times = self._times(places, np.array(possible), bound)
        if times is None:
            return frozenset()
        soonest = np.full(len(places), np.inf)
        for literals in wanted:
            soonest = np.minimum(soonest, times[:, literals].max(axis=1))
        return frozenset(place for place, time in zip(places, soonest, strict=True) if time > bound + SAME)

    def _times(self, places: Sequence[int], possible: NDArray[np.bool_], bound: float) -> Labels | None:
        """When facts can be true after each of the snaps, at least; of clocks when their actions can be over."""
        times = np.where(possible, 0.0, np.inf)
        floor = np.zeros(times.shape)
        for row, place in enumerate(places):
            snap = self._task.snaps[place]
            if snap.starts is None:
                continue
            least = self._least[snap.starts]
            # What cannot be true while it runs is not true before it is over.
            floor[row, ~self._together[snap.starts]] = least
            if not self._together[snap.starts, sorted(snap.needs)].all():
                # No other of its kind is under way already.
                times[row, snap.starts] = least
        for _ in range(_MOST_ROUNDS):
            ready = times[:, self._needs[:, 0]]
            for column in range(1, self._needs.shape[1]):
                np.maximum(ready, times[:, self._needs[:, column]], out=ready)
            reached = np.minimum.reduceat(ready[:, self._snaps] + self._lasting, self._begins, axis=1)
            reached = np.maximum(reached, floor[:, self._facts])
            reached[reached > bound + SAME] = np.inf
            sooner = np.minimum(times[:, self._facts], reached)
            if np.array_equal(sooner, times[:, self._facts]):
                return times
            times[:, self._facts] = sooner
        return None


def _padded(sets: Sequence[Literals]) -> Indices:
    """Sets as rows of equal length; `ALWAYS` fills up."""
    width = max(map(len, sets), default=1)
    return np.array([[*sorted(each), *(ALWAYS,) * (width - len(each))] for each in sets], dtype=np.intp)
