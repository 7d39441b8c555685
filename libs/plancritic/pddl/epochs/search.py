"""The least time in which the goal of a relaxed problem can be reached: a search that loses no plan.

A* (Hart, Nilsson & Raphael, 1968) over the moments at which something ends. The least estimate among the open states
is a lower bound for every plan at any moment, so that a search that is cut short has proved something, too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush

from plancritic.pddl.epochs.relaxation import Relaxed, relaxed
from plancritic.pddl.epochs.remaining import Remaining
from plancritic.pddl.language import Problem
from plancritic.pddl.reachability.snap_actions import SHARE

#: Times that differ by less are the same: sums in another order.
_SAME = 1e-7
#: What is true, and what runs, with the time that it has left at least.
_State = tuple[int, tuple[tuple[float, int], ...]]


@dataclass(frozen=True, slots=True)
class Proved:
    """No plan ends before `time`, durations as stated; `nodes` states were opened."""

    time: float
    nodes: int


def least_time(
    problem: Problem, end: float, most_nodes: int, go_on: Callable[[], bool] = lambda: True
) -> Proved | None:
    """Return a time before which no plan ends, at most `end`; None where the problem is none for this search.

    Args:
        problem: Its constraints are not looked at: compile them away first.
        end: No later time is of interest.
        most_nodes: So many states are opened at most.
        go_on: Asked now and then; False ends it with what is proved so far.
    """
    task = relaxed(problem)
    if task is None:
        return None
    found, nodes = _Search(task).run(end * SHARE, most_nodes, go_on)
    return Proved(min(end, found / SHARE), nodes)


class _Search:
    def __init__(self, task: Relaxed) -> None:
        self._task = task
        self._remaining = Remaining(task)

    def run(self, end: float, most_nodes: int, go_on: Callable[[], bool]) -> tuple[float, int]:
        first: _State = (self._task.initial, ())
        opened: dict[_State, float] = {first: 0.0}
        heap = [(self._estimate(first), 0, 0.0, 0, first)]
        nodes = number = 0
        while heap:
            estimate, _, time, _, state = heappop(heap)
            if estimate >= end - _SAME:
                return end, nodes
            facts, running = state
            if not running and any(not goal & ~facts for goal in self._task.goals):
                return estimate, nodes
            if nodes >= most_nodes or (nodes % 256 == 255 and not go_on()):
                return estimate, nodes
            nodes += 1
            for taken, after in self._after(facts, running):
                later = time + taken
                if opened.get(after, math.inf) <= later + _SAME:
                    continue
                opened[after] = later
                total = max(estimate, later + self._estimate(after))
                if total < end - _SAME:
                    number += 1
                    heappush(heap, (total, -number, later, number, after))
        return end, nodes

    def _estimate(self, state: _State) -> float:
        facts, running = state
        clocks = 0
        longest = 0.0
        for left, clock in running:
            clocks |= 1 << clock
            longest = max(longest, left)
        return max(longest, self._remaining.time(facts, clocks))

    def _after(self, facts: int, running: tuple[tuple[float, int], ...]) -> list[tuple[float, _State]]:
        found: list[tuple[float, _State]] = []
        under_way = {clock for _, clock in running}
        for start in self._task.starts:
            if start.needs & ~facts or start.clock in under_way:
                continue
            changed = facts & ~start.removes | start.adds
            if start.clock < 0:
                if changed != facts:
                    found.append((0.0, (changed, running)))
                continue
            clock = self._task.clocks[start.clock]
            found.append((0.0, (changed, tuple(sorted((*running, (clock.least, start.clock)))))))
        if running and all(not self._task.clocks[clock].guards & ~facts for _, clock in running):
            taken = running[0][0]
            adds = removes = 0
            left = []
            for time, number in running:
                if time <= taken + _SAME:
                    adds |= self._task.clocks[number].adds
                    removes |= self._task.clocks[number].removes
                else:
                    left.append((round(time - taken, 9), number))
            found.append((taken, (facts & ~removes | adds, tuple(left))))
        return found
