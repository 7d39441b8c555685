"""How long it takes at least from a state to the goal."""

from __future__ import annotations

import math
from functools import cached_property

from plancritic.pddl.epochs.relaxation import Relaxed


class Remaining:
    """The longest of single facts' earliest times, and of chains of landmarks that exclude each other.

    The first is h1 with times (Haslum & Geffner, ECP 2001), the second counts disjunctive action landmarks as
    `reachability.deadlines` does.
    """

    def __init__(self, task: Relaxed) -> None:
        self._task = task
        self._known: dict[tuple[int, int], float] = {}
        #: What each literal is brought about by: what that needs, and how long after.
        self._adders: dict[int, list[tuple[int, int, float]]] = {}
        for start in task.starts:
            for literal in _literals(start.adds):
                self._adders.setdefault(literal, []).append((start.needs, -1, 0.0))
            if start.clock >= 0:
                clock = task.clocks[start.clock]
                needs = start.needs | (clock.guards & ~start.adds)
                for literal in _literals(clock.adds):
                    self._adders.setdefault(literal, []).append((needs, start.clock, clock.least))

    @cached_property
    def _common(self) -> dict[int, tuple[int, int, float]]:
        """For each literal what all its adders need, their clocks (none where one has none), the least duration."""
        found = {}
        for literal, adders in self._adders.items():
            needs, clocks = ~0, 0
            for need, clock, _ in adders:
                needs &= need
                clocks = clocks | 1 << clock if clock >= 0 and clocks >= 0 else -1
            least = min(duration for _, _, duration in adders)
            found[literal] = needs, max(clocks, 0), least
        return found

    def time(self, facts: int, running: int) -> float:
        """Return the least time until the goal; `running` are the clocks under way, whose ends may come at once."""
        key = facts, running
        found = self._known.get(key)
        if found is None:
            reached = facts
            for clock in _literals(running):
                reached |= self._task.clocks[clock].adds
            found = min(
                (max(self._first(reached, goal), self._chain(reached, running, goal)) for goal in self._task.goals),
                default=math.inf,
            )
            self._known[key] = found
        return found

    def _chain(self, facts: int, running: int, goal: int) -> float:
        waiting, seen, landmarks = list(_literals(goal & ~facts)), facts, []
        while waiting:
            literal = waiting.pop()
            if seen >> literal & 1:
                continue
            seen |= 1 << literal
            common = self._common.get(literal)
            if common is None:
                return math.inf
            needs, clocks, least = common
            waiting += _literals(needs & ~seen)
            if clocks and not clocks & running:
                landmarks.append((-least, clocks))
        total, others = 0.0, -1
        for shorter, clocks in sorted(landmarks):
            if clocks & ~others == 0:
                total -= shorter
                for clock in _literals(clocks):
                    others &= self._task.exclusive[clock] & ~(1 << clock)
                others &= ~clocks
        return total

    def _first(self, facts: int, goal: int) -> float:
        """Single facts' earliest times, in rounds from one time to the next (Dijkstra over time)."""
        reached, time = facts, 0.0
        pending: dict[int, float] = {}
        left = list(self._task.starts)
        while goal & ~reached:
            changed = True
            while changed:
                changed, still = False, []
                for start in left:
                    clock = self._task.clocks[start.clock] if start.clock >= 0 else None
                    guards = 0 if clock is None else clock.guards & ~start.adds
                    if (start.needs | guards) & ~reached:
                        still.append(start)
                        continue
                    if start.adds & ~reached:
                        reached |= start.adds
                        changed = True
                    if clock is not None:
                        for literal in _literals(clock.adds & ~reached):
                            pending[literal] = min(pending.get(literal, math.inf), time + clock.least)
                left = still
            if not goal & ~reached:
                break
            pending = {literal: when for literal, when in pending.items() if not reached >> literal & 1}
            if not pending:
                return math.inf
            time = min(pending.values())
            for literal, when in pending.items():
                if when <= time:
                    reached |= 1 << literal
        return time


def _literals(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
