"""When two facts can first be true together: temporal h2 as a shortest-path computation.

Source: Haslum & Geffner, Heuristic planning with time and resources (ECP 2001), turned round to run forward from
the initial state; every rule takes the greatest of its premises, so labels are set once, in order of time (Knuth,
A generalization of Dijkstra's algorithm, 1977).

A label is a lower bound on the time of a state in which both facts are true; for a clock among them on the end of
its action instead. Simultaneous snaps are covered by their sequences: see `snaps.py` for the exception.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from plancritic.pddl.reachability.arrays import Durations, Indices, Labels, after, bounds, expand, inverse, once, rows
from plancritic.pddl.reachability.literals import Literals
from plancritic.pddl.reachability.snap_actions import Clock, Snap

#: Labels are rounded to so many digits.
_DIGITS = 6
_STEP = 1e-6
_CLOSED = 20_000
#: Times closer than this may be one moment.
SAME = 0.001


@dataclass(frozen=True, slots=True)
class Window:
    """None of the facts is true in a state in force between two times; the clocks among them do not run then."""

    facts: Literals
    start: float
    end: float


@dataclass(frozen=True, eq=False)
class System:
    """What `earliest_pairs` works on.

    Attributes:
        facts: How many there are: literals, clocks, monitors.
        first_clock: Number of the first of the clocks.
        initial: Facts of the initial state.
        snaps: What can happen.
        clocks: In order of their numbers.
        never: Pairs of facts that are never true together.
        windows: When facts are not true.
    """

    facts: int
    first_clock: int
    initial: Literals
    snaps: Sequence[Snap]
    clocks: Sequence[Clock]
    never: NDArray[np.bool_]
    windows: Sequence[Window] = ()


def earliest_pairs(system: System) -> Labels:
    """The labels of all pairs, infinite for those that are never true together; a fact with itself is that fact."""
    return _Run(system).labels()


class _Run:
    def __init__(self, system: System) -> None:
        self.size = size = system.facts
        self.system = system
        snaps = system.snaps
        self.label = np.full(size * size, math.inf)
        #: Settled, or never to be.
        self.done = system.never.reshape(-1).copy()
        self.needing, self.needing_at = inverse([snap.needs for snap in snaps], size)
        self.adds, self.adds_at = rows([sorted(snap.adds | snap.may_add) for snap in snaps])
        self.needs = np.zeros((len(snaps), size), dtype=bool)
        missing = np.zeros((len(snaps), size), dtype=np.int32)
        self.open_needs = np.zeros(len(snaps), dtype=np.int64)
        for index, snap in enumerate(snaps):
            self.needs[index, list(snap.needs)] = True
            missing[index, :] = len(snap.needs)
            missing[index, list(snap.removes)] = _CLOSED
            self.open_needs[index] = len(snap.needs) ** 2
        self.missing = missing.reshape(-1)
        self.based = np.full(len(snaps), math.inf)
        self.time = np.array([math.nan if snap.time is None else snap.time for snap in snaps])
        self.starts = np.array([-1 if snap.starts is None else snap.starts for snap in snaps], dtype=np.intp)
        self.not_before = np.array([snap.not_before for snap in snaps])
        self.durations = Durations(size)
        self.is_clock = np.zeros(size, dtype=bool)
        self.unguarded = np.zeros(size * size, dtype=np.int32)
        guards: list[Literals] = [frozenset()] * size
        for offset, clock in enumerate(system.clocks):
            number = system.first_clock + offset
            self.is_clock[number] = True
            self.durations.put(number, clock.least, clock.early, clock.until)
            self.unguarded[number * size : (number + 1) * size] = len(clock.guards)
            guards[number] = clock.guards
        self.guarding, self.guarding_at = inverse(guards, size)
        self.supported = np.zeros(size * size, dtype=bool)
        self._read_windows(system.windows)
        self.marked_pairs = np.zeros(size * size, dtype=bool)
        self.marked_keys = np.zeros(len(snaps) * size, dtype=bool)
        self.buckets: dict[float, list[Indices]] = {}
        self.times: list[float] = []
        self.overlapping: set[int] = set()

    def labels(self) -> Labels:
        initial = np.array(sorted(self.system.initial), dtype=np.intp)
        first, second = np.triu_indices(len(initial))
        self._offer(initial[first] * self.size + initial[second], 0.0)
        while self.times:
            now = heappop(self.times)
            while self.buckets.get(now):
                self._settle(np.concatenate(self.buckets.pop(now)), now)
            self.buckets.pop(now, None)
        label = self.label.reshape(self.size, self.size)
        both: Labels = np.minimum(label, label.T)
        return both

    def _offer(self, pairs: Indices, times: NDArray[np.float64] | float) -> None:
        """Pairs that can be settled from these times on."""
        if not isinstance(times, np.ndarray):
            self._put(pairs, times)
            return
        if not times.size:
            return
        rounded = np.round(times, _DIGITS)
        time = float(rounded.min())
        if time == rounded.max():
            if time < math.inf:
                self._put(pairs, time)
            return
        for time in sorted(set(rounded.tolist()) - {math.inf}):
            self._put(pairs[rounded == time], time)

    def _put(self, pairs: Indices, time: float) -> None:
        if not pairs.size:
            return
        if time not in self.buckets:
            self.buckets[time] = []
            heappush(self.times, time)
        self.buckets[time].append(pairs)

    def _settle(self, pairs: Indices, now: float) -> None:
        """Settle pairs whose guards are there, and follow what that makes possible."""
        size = self.size
        first, second = np.divmod(pairs, size)
        pairs = np.minimum(first, second) * size + np.maximum(first, second)
        pairs = once(pairs[~self.done[pairs]], self.marked_pairs)
        first, second = np.divmod(pairs, size)
        if self.fact_windows:
            later = self._after_windows(first, second, now)
            waits = later > now + _STEP
            if waits.any():
                self._offer(pairs[waits], later[waits])
                pairs, first, second = pairs[~waits], first[~waits], second[~waits]
        guarded = (self.unguarded[pairs] == 0) & (self.unguarded[second * size + first] == 0)
        if not guarded.all():
            self.supported[pairs[~guarded]] = True
            pairs, first, second = pairs[guarded], first[guarded], second[guarded]
        if not pairs.size:
            return
        mirrored = second * size + first
        self.done[pairs] = self.done[mirrored] = True
        self.label[pairs] = now
        differ = first != second
        one = np.concatenate((first, second[differ]))
        other = np.concatenate((second, first[differ]))
        self._release_guards(one, other, now)
        self._release_snaps(one, other, now)

    def _release_guards(self, one: Indices, other: Indices, now: float) -> None:
        clock, fact = expand(self.guarding, self.guarding_at, one, other)
        if not clock.size:
            return
        keys = clock * self.size + fact
        np.subtract.at(self.unguarded, keys, 1)
        free = once(keys[self.unguarded[keys] == 0], self.marked_pairs)
        clock, fact = np.divmod(free, self.size)
        pairs = np.minimum(clock, fact) * self.size + np.maximum(clock, fact)
        self._put(pairs[self.supported[pairs] & ~self.done[pairs]], now)

    def _release_snaps(self, one: Indices, other: Indices, now: float) -> None:
        snap, fact = expand(self.needing, self.needing_at, one, other)
        if not snap.size:
            return
        keys = snap * self.size + fact
        np.subtract.at(self.missing, keys, 1)
        own = snap[self.needs[snap, fact]]
        waiting = np.isinf(self.based)
        np.subtract.at(self.open_needs, own, 1)
        ready = np.flatnonzero(waiting & (self.open_needs == 0))
        keys = once(keys[(self.missing[keys] == 0)], self.marked_keys)
        keys = keys[~np.isinf(self.based[keys // self.size])]
        if ready.size:
            self.based[ready] = now
            self._happen(ready, now)
            missing = self.missing.reshape(-1, self.size)[ready]
            index, facts = np.nonzero(missing == 0)
            keys = np.concatenate((keys, ready[index] * self.size + facts))
        self._persist(keys, now)

    def _happen(self, snaps: Indices, now: float) -> None:
        """The effects of snaps whose conditions can all be true now, with each other."""
        for snap in snaps:
            adds = self.adds[self.adds_at[snap] : self.adds_at[snap + 1]]
            moment = self._moment(np.array([snap]), np.array([now]))[0]
            first, second = np.triu_indices(len(adds))
            self._offer(adds[first] * self.size + adds[second], np.full(first.size, moment))
            clock = self.starts[snap]
            if clock >= 0:
                ends = self.durations.ends(np.array([clock]), moment)[0]
                with_clock = np.append(adds, clock) * self.size + clock
                self._offer(with_clock, np.full(with_clock.size, ends))

    def _persist(self, keys: Indices, now: float) -> None:
        """The effects of snaps with a fact that stays true."""
        if not keys.size:
            return
        snap, fact = np.divmod(keys, self.size)
        clocks = self.is_clock[fact]
        begins = self._moment(snap, self.based[snap])
        moment = after(self._moment(snap, np.full(snap.size, now)), fact, self.fact_windows, SAME)
        # The label of a clock is no time of a state.
        moment = np.where(clocks, np.maximum(now, begins), moment)
        timed = ~np.isnan(self.time[snap]) & ~clocks
        missed = timed & (now > np.where(timed, self.time[snap], 0.0) + SAME)
        moment = np.where(missed, math.inf, moment)
        added, key = expand(self.adds, self.adds_at, snap, np.arange(snap.size))
        self._offer(added * self.size + fact[key], moment[key])
        starting = self.starts[snap] >= 0
        if starting.any():
            fact = fact[starting]
            clock = self.starts[snap[starting]]
            moment = moment[starting]
            over = self.durations.ends(clock, np.where(clocks[starting], begins[starting], moment))
            ends = np.maximum(over, moment)
            self._offer(clock * self.size + fact, ends)
            for number in clock[fact == clock]:
                self._overlap(int(number), now)

    def _moment(self, snaps: Indices, times: Labels) -> Labels:
        """When snaps can happen whose conditions can be true at these times."""
        timed = np.maximum(np.fmax(times, self.time[snaps] - SAME), self.not_before[snaps])
        return after(timed, snaps, self.snap_windows, SAME)

    def _after_windows(self, first: Indices, second: Indices, now: float) -> Labels:
        """When pairs that could be true now can be true."""
        moment = np.full(first.size, now)
        one, other = self.is_clock[first], self.is_clock[second]
        alone = (~one & ~other) | (first == second)
        moment = np.where(alone | (one & ~other), after(moment, first, self.fact_windows, SAME), moment)
        return np.where(alone | (other & ~one), after(moment, second, self.fact_windows, SAME), moment)

    def _read_windows(self, windows: Sequence[Window]) -> None:
        """When facts cannot be true, and when snaps cannot happen for that, as bounds for each fact and snap."""
        self.fact_windows: list[tuple[Labels, Labels]] = []
        self.snap_windows: list[tuple[Labels, Labels]] = []
        for place in range(max((len(snap.avoids) for snap in self.system.snaps), default=0)):
            avoided = [snap.avoids[place : place + 1] or ((math.inf, math.inf),) for snap in self.system.snaps]
            begins, over = np.array(avoided, dtype=float).reshape(-1, 2).T
            self.snap_windows.append((begins, over))
        for window in sorted(windows, key=lambda window: window.start):
            facts = np.array(sorted(window.facts), dtype=np.intp)
            start, end = np.full(self.size, math.inf), np.full(self.size, math.inf)
            start[facts] = window.start
            # What is over after the window has begun after it.
            end[facts] = self.durations.ends(facts, window.end)
            self.fact_windows.append((start, end))
            literals = facts[~self.is_clock[facts]]
            needing = self.needs[:, literals].any(axis=1)
            self.snap_windows.append(bounds(needing, window.start, window.end))
            clocks = self.is_clock & np.isin(np.arange(self.size), facts)
            ending = self.needs & clocks
            ends = np.where(ending, self.durations.ends(np.arange(self.size), window.end), window.end).max(axis=1)
            # What is over after the window has begun after it, what begins before it is over before it.
            self.snap_windows.append(bounds(ending.any(axis=1), window.start, ends))
            starting = (self.starts >= 0) & clocks[self.starts]
            begun = self.durations.begun(window.start)[self.starts]
            self.snap_windows.append(bounds(starting, begun, window.end))

    def _overlap(self, clock: int, now: float) -> None:
        """An action that can run beside itself: its clock can still run when one of the two is over."""
        if clock in self.overlapping:
            return
        self.overlapping.add(clock)
        for index, snap in enumerate(self.system.snaps):
            if clock in snap.removes:
                key = index * self.size + clock
                needs = np.array(sorted(snap.needs))
                first = np.minimum(needs, clock) * self.size + np.maximum(needs, clock)
                self.missing[key] = np.count_nonzero(np.isinf(self.label[first]))
                if self.missing[key] == 0 and not math.isinf(self.based[index]):
                    self._persist(np.array([key]), now)
