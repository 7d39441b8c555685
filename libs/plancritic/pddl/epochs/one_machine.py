"""How long one machine takes for jobs that it does one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple


class Job(NamedTuple):
    """Begins at `head` at the earliest, takes `length`, and what follows it takes `tail` at least."""

    head: float
    length: float
    tail: float


def one_machine_bound(jobs: Sequence[Job]) -> float:
    """Return a time before which no order of the jobs, and what follows them, is done.

    It is exact where jobs may be interrupted: of those that may begin the one with the longest tail is done (Jackson's
    preemptive schedule; Carlier, "The one-machine sequencing problem", EJOR 11, 1982).
    """
    waiting = sorted(jobs)
    ready: list[tuple[float, float]] = []
    time = done = 0.0
    place = 0
    while place < len(waiting) or ready:
        if not ready:
            time = max(time, waiting[place].head)
        while place < len(waiting) and waiting[place].head <= time:
            heappush(ready, (-waiting[place].tail, waiting[place].length))
            place += 1
        tail, length = heappop(ready)
        until = time + length
        if place < len(waiting) and waiting[place].head < until:
            # Interrupted, perhaps by itself.
            heappush(ready, (tail, until - waiting[place].head))
            time = waiting[place].head
        else:
            time = until
            done = max(done, time - tail)
    return done
