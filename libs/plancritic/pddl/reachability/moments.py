"""Which snaps of one moment can be thought to come after the others.

Simultaneous snaps are covered by their sequences. An action begins after what brings about what it needs over all,
and is over before what ends that. Where a snap's meaning under a demand depends on a literal of the state after all
of them, it has to be thought to come after those that make the literal true: not in every case can it be.
"""

from __future__ import annotations

import numpy as np

from plancritic.pddl.reachability.arrays import Labels
from plancritic.pddl.reachability.literals import Literals, negation
from plancritic.pddl.reachability.snap_actions import Snap, Task


class Moments:
    """The order of simultaneous snaps.

    Args:
        task: Whose snaps.
        labels: Of its pairs.
        releasing: All literals after whose coming true a snap is to be thought.
    """

    def __init__(self, task: Task, labels: Labels, releasing: Literals) -> None:
        self._task = task
        self._labels = labels
        self._releasing = releasing
        self._guarded = frozenset[int]().union(*(clock.guards for clock in task.clocks))
        self._made = frozenset[int]().union(*(snap.adds | snap.may_add for snap in task.snaps))

    def settled(self, snap: Snap, literals: Literals) -> bool:
        """Return whether one can think of all others that make one of the literals true as before the snap.

        This can be said of several snaps of one moment, for different literals of `releasing`: none of those that
        come last is one that another has to come after.
        """
        if not literals & self._made or self._last(snap):
            return True
        ends = frozenset(filter(self._clock, snap.needs))
        makers = (each for each in self._task.snaps if (each.adds | each.may_add) & literals)
        return not any(self._together(ends | self._before(maker)) for maker in makers)

    def _last(self, snap: Snap) -> bool:
        made = snap.adds | snap.may_add
        if made & self._releasing:
            return False
        if snap.starts is not None:
            return True
        ended = (self._task.clocks[need - self._task.literals] for need in filter(self._clock, snap.needs))
        removed = frozenset(map(negation, self._made - {0}))
        return not made & self._guarded and not any(clock.guards & removed for clock in ended)

    def _before(self, snap: Snap) -> Literals:
        """What it needs in the state before its moment; the rest others of the moment may bring about."""
        if snap.starts is None:
            return snap.needs
        return snap.needs - self._task.clocks[snap.starts - self._task.literals].guards

    def _together(self, facts: Literals) -> bool:
        found = sorted(facts)
        return bool(np.isfinite(self._labels[np.ix_(found, found)]).all())

    def _clock(self, need: int) -> bool:
        return self._task.literals <= need < self._task.literals + len(self._task.clocks)
