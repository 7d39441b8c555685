"""Arrays of lists, and windows of time on arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from plancritic.pddl.reachability.literals import Literals

Labels = NDArray[np.float64]
Indices = NDArray[np.intp]


def rows(lists: Sequence[Sequence[int]]) -> tuple[Indices, Indices]:
    """Lists one after the other, and where each begins (and the last ends)."""
    begins = np.zeros(len(lists) + 1, dtype=np.intp)
    np.cumsum([len(each) for each in lists], out=begins[1:])
    return np.array([item for each in lists for item in each], dtype=np.intp), begins


def inverse(sets: Sequence[Literals], size: int) -> tuple[Indices, Indices]:
    """For each fact the places of the sets that contain it."""
    places: list[list[int]] = [[] for _ in range(size)]
    for place, members in enumerate(sets):
        for member in members:
            places[member].append(place)
    return rows(places)


def expand(rows: Indices, begins: Indices, keys: Indices, values: Indices) -> tuple[Indices, Indices]:
    """Return the items of the rows of all keys, each with its key's value."""
    counts = begins[keys + 1] - begins[keys]
    total = int(counts.sum())
    ends = np.cumsum(counts)
    offsets = np.arange(total) - np.repeat(ends - counts, counts)
    return rows[np.repeat(begins[keys], counts) + offsets], np.repeat(values, counts)


def bounds(
    concerned: NDArray[np.bool_] | np.bool_, start: Labels | float, end: Labels | float
) -> tuple[Labels, Labels]:
    """Return a window for some, none for the others."""
    return np.where(concerned, start, math.inf), np.where(concerned, end, math.inf)


def once(items: Indices, marked: NDArray[np.bool_]) -> Indices:
    """Return each item once, in order; `marked` is as it was."""
    if items.size * 50 < marked.size:
        return np.array(sorted(set(items.tolist())), dtype=np.intp)
    marked[items] = True
    found = np.flatnonzero(marked)
    marked[items] = False
    return found


def after(times: Labels, places: Indices, windows: list[tuple[Labels, Labels]], tolerance: float) -> Labels:
    """Return the times, moved to the end of the windows that they fall into."""
    for start, end in windows:
        inside = (times > start[places] + tolerance) & (times < end[places] - tolerance)
        times = np.where(inside, end[places] - tolerance, times)
    return times


class Durations:
    """How long actions last at least, as arrays over facts; 0 for facts that are no clocks."""

    def __init__(self, size: int) -> None:
        self._least, self._early, self._until = np.zeros(size), np.zeros(size), np.zeros(size)

    def put(self, clock: int, least: float, early: float, until: float) -> None:
        """A clock lasts at least `early` if it begins before `until`, and `least` in any case."""
        self._least[clock], self._early[clock], self._until[clock] = least, max(early, least), until

    def ends(self, clocks: Indices, begins: Labels | float) -> Labels:
        """When actions are over at the soonest that begin at these times or later."""
        until, least = self._until[clocks], self._least[clocks]
        sooner = np.minimum(begins + self._early[clocks], until + least)
        found: Labels = np.where(begins < until, sooner, begins + least)
        return found

    def begun(self, end: float) -> Labels:
        """For each fact when an action has begun at the latest that is over by a time."""
        begins = end - self._least
        return np.where(begins < self._until, end - self._early, begins)
