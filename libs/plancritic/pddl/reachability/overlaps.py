"""Which actions can run beside each other."""

from __future__ import annotations

import math
from collections.abc import Sequence

from plancritic.pddl.language import Atom
from plancritic.pddl.reachability.arrays import Labels
from plancritic.pddl.reachability.literals import Literals
from plancritic.pddl.reachability.snap_actions import Snap, Task


class Overlaps:
    """Asks pairs of facts whether two actions exclude each other."""

    def __init__(self, task: Task, labels: Labels) -> None:
        self._task = task
        self._labels = labels
        self._starts: dict[str, list[Snap]] = {}
        self._removing: dict[int, set[str]] = {}
        self._begins: dict[str, float] = {}
        self._clocks = {clock.action: task.literals + place for place, clock in enumerate(task.clocks)}
        for snap in task.snaps:
            if snap.starts is not None:
                self._starts.setdefault(snap.name, []).append(snap)
            for literal in snap.removes:
                self._removing.setdefault(literal, set()).add(snap.name)

    def alone(self, action: str, fact: Atom) -> bool:
        """Whether no other run of an action that makes the fact false begins while one of this does, nor before it."""
        literal = self._task.table.literal(fact, True)
        if literal is None or action not in self._clocks:
            return False
        others = self._removing.get(literal, set())
        return all(self.apart(action, other) for other in others)

    def apart(self, one: str, other: str) -> bool:
        """Return whether neither of two actions begins while the other runs; a plain one is not looked at."""
        return self._apart(one, other) and self._apart(other, one)

    def begins(self, action: str) -> float:
        """A lower bound on when it can begin."""
        if action not in self._begins:
            starts = self._starts.get(action, ())
            self._begins[action] = min((self._when(snap.needs) for snap in starts), default=0.0)
        return self._begins[action]

    def _apart(self, running: str, beginning: str) -> bool:
        """Whether one action cannot begin while the other runs."""
        clock = self._clocks.get(running)
        starts: Sequence[Snap] = self._starts.get(beginning, ())
        if clock is None or not starts:
            return False
        return all(self._excludes(clock, snap.needs) for snap in starts)

    def _excludes(self, clock: int, needs: Literals) -> bool:
        return any(math.isinf(self._labels[clock, need]) for need in needs)

    def _when(self, needs: Literals) -> float:
        found = sorted(needs)
        return max(float(self._labels[one, other]) for one in found for other in found)
