"""How long it takes at least from a state to the goal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

from plancritic.pddl.epochs.one_machine import Job, one_machine_bound
from plancritic.pddl.epochs.relaxation import Relaxed

#: Times that differ by less are the same: sums in another order.
_SAME = 1e-7


class Remaining:
    """The longest of single facts' earliest times, and of chains of landmarks that exclude each other.

    The first is h1 with times (Haslum & Geffner, ECP 2001), the second counts disjunctive action landmarks as
    `reachability.deadlines` does.
    """

    def __init__(self, task: Relaxed) -> None:
        self._task = task
        self._known: dict[tuple[int, int], float] = {}
        self._finals: dict[tuple[int, int], float] = {}
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
    def _undone(self) -> dict[int, int]:
        """For each literal what all its adders make false, so that it has to be made true again after them."""
        found: dict[int, int] = {}
        for start in self._task.starts:
            clock = self._task.clocks[start.clock] if start.clock >= 0 else None
            added = start.adds if clock is None else start.adds | clock.adds
            removed = start.removes & ~added if clock is None else (start.removes | clock.removes) & ~added
            for literal in _literals(added):
                found[literal] = found.get(literal, ~0) & removed
        return found

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
            found = min((self._until(reached, running, goal) for goal in self._task.goals), default=math.inf)
            self._known[key] = found
        return found

    def _until(self, facts: int, running: int, goal: int) -> float:
        steps = self._first(facts, goal)
        return max(steps[-1][0], self._chain(facts, running, goal, steps))

    def _chain(self, facts: int, running: int, goal: int, steps: Sequence[tuple[float, int]]) -> float:
        """Return how long landmarks take that exclude each other; `steps` say what may be true when.

        What is true now and in the last state is a landmark, too, where another landmark makes it false.
        """
        waiting, seen, again = list(_literals(goal & ~facts)), facts, 0
        landmarks: list[tuple[float, int, int, int]] = []
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
                landmarks.append((-least, clocks, literal, needs & ~facts))
                restored = self._undone[literal] & goal & facts & ~again
                again |= restored
                seen &= ~restored
                waiting += _literals(restored)
        landmarks.sort()
        longest, covered = 0.0, 0
        for first in landmarks:
            if covered >> first[2] & 1:
                continue
            # One chain begins with each landmark that is in none so far: another actor's work.
            others, chain = -1, []
            for landmark in (first, *landmarks):
                clocks = landmark[1]
                if clocks & ~others == 0:
                    chain.append(landmark)
                    covered |= 1 << landmark[2]
                    for clock in _literals(clocks):
                        others &= self._task.exclusive[clock] & ~(1 << clock)
                    others &= ~clocks
            longest = max(longest, one_machine_bound(self._jobs(chain, again, goal, steps)))
        return longest

    def _jobs(
        self, chain: Sequence[tuple[float, int, int, int]], again: int, goal: int, steps: Sequence[tuple[float, int]]
    ) -> list[Job]:
        """The landmarks of a chain as jobs; each comes after those whose literals it needs."""
        places = {literal: place for place, (_, _, literal, _) in enumerate(chain)}
        after: list[list[int]] = [[] for _ in chain]
        heads, tails = [], []
        for place, (_, clocks, literal, needs) in enumerate(chain):
            for need in _literals(needs & ~again):
                if need in places:
                    after[places[need]].append(place)
            for restored in _literals(self._undone[literal] & again):
                if restored in places:
                    after[place].append(places[restored])
            heads.append(next((time for time, reached in steps if not needs & ~again & ~reached), steps[-1][0]))
            tails.append(min(self._final(clock, goal) for clock in _literals(clocks)))
        for _ in chain:
            changed = False
            for place, (shorter, _, _, _) in enumerate(chain):
                for other in after[place]:
                    head, tail = heads[place] - shorter, tails[other] - chain[other][0]
                    if head > heads[other] + _SAME or tail > tails[place] + _SAME:
                        heads[other], tails[place] = max(head, heads[other]), max(tail, tails[place])
                        changed = True
            if not changed:
                break
        return [Job(head, -each[0], tail) for head, each, tail in zip(heads, chain, tails, strict=True)]

    def _final(self, clock: int, goal: int) -> float:
        """The least time from the end of an action to the goal: what is false then is brought about after it."""
        key = clock, goal
        found = self._finals.get(key)
        if found is None:
            found, excluded = 0.0, self._task.exclusive[clock]
            for literal in _literals(goal & self._task.clocks[clock].denies):
                adders = self._adders.get(literal, [])
                if all(other >= 0 and excluded >> other & 1 for _, other, _ in adders):
                    found = max(found, min((least for _, _, least in adders), default=0.0))
            self._finals[key] = found
        return found

    def _first(self, facts: int, goal: int) -> list[tuple[float, int]]:
        """Return single facts' earliest times, from one time to the next until the goal's (Dijkstra over time).

        The last time is infinite where the goal is never reached.
        """
        reached, time = facts, 0.0
        steps: list[tuple[float, int]] = []
        pending: dict[int, float] = {}
        left = list(self._task.starts)
        while True:
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
            steps.append((time, reached))
            if not goal & ~reached:
                return steps
            pending = {literal: when for literal, when in pending.items() if not reached >> literal & 1}
            if not pending:
                return [*steps, (math.inf, reached)]
            time = min(pending.values())
            for literal, when in pending.items():
                if when <= time:
                    reached |= 1 << literal


def _literals(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
