"""The search of a whole box at once, on some of the facts: every step may be taken as any candidate in question has it.

Both make the search reach more than any single combination does. So what it cannot reach, no combination of the box can
reach; and the plan that it finds is the canonical shortest one of each combination in which it can be carried out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plancritic.schema_library.combination.product import Box
from plancritic.schema_library.combination.steps import SharedSteps

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

WORD = 64
#: States times variants that are looked at in one go: what fits into a processor's cache.
CHUNK = 60_000
#: More edges than this from one layer are cut down to those into new states at once, to save memory.
MOST_EDGES = 500_000
#: Ways on from one layer of states that are kept at once: some hundred megabytes.
MOST_SUCCESSORS = 5_000_000


@dataclass(frozen=True, slots=True)
class Reached:
    """The goal can be reached: the canonical shortest plan, as numbers of steps."""

    plan: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Exhausted:
    """Everything that can be reached was, and the goal is not among it: a proof for each combination of the box."""

    states: int


@dataclass(frozen=True, slots=True)
class TooLarge:
    """After so many states the search was given up: the next ones would be too many, or it was late."""

    states: int


@dataclass(frozen=True, slots=True)
class _Layer:
    """The edges from one layer: the number of the state, the step, and the key of the state after it.

    `fresh` has the keys of the states that are new in the next layer, in their order.
    """

    source: Numbers
    step: Numbers
    target: NDArray[np.generic]
    fresh: NDArray[np.generic]


class UnionSearch:
    """Breadth-first searches over the boxes of one `SharedSteps`.

    They give up at a moment of the monotonic clock, or once they are told to.
    """

    def __init__(
        self, shared: SharedSteps, ends: float | None = None, is_stopped: Callable[[], bool] = lambda: False
    ) -> None:
        self._shared = shared
        self._ends = ends
        self._is_stopped = is_stopped
        self._width = max(1, -(-len(shared.facts) // WORD))

    @property
    def is_over(self) -> bool:
        """Whether the time for searches is over, or nobody waits for them any more."""
        return self._is_stopped() or (self._ends is not None and time.monotonic() > self._ends)

    def search(self, box: Box, facts: int, most_states: int) -> Reached | Exhausted | TooLarge:
        """Return whether the goal can be reached where only these facts count (as bits; others are left out)."""
        shared = self._shared
        if shared.hopeless:
            return Exhausted(0)
        if shared.reaches(shared.initial):
            return Reached(())
        table = _Table.of(shared, box, facts, self._width)
        layer = _words([shared.initial & facts], self._width)
        if len(table.reaching(layer)):
            return Reached(())
        seen = table.keys(layer)
        layers: list[_Layer] = []
        while len(layer):
            found = None if self.is_over else table.successors(layer)
            if found is None:
                return TooLarge(len(seen))
            successors, source, step = found
            target = table.keys(successors)
            keys = _distinct(target)
            fresh = keys[~_among(keys, seen)]
            layers.append(_kept(_Layer(source, step, target, fresh)))
            layer = table.states(fresh)
            reached = table.reaching(layer)
            if len(reached):
                return Reached(_least_plan(layers, reached))
            # Both are sorted and disjoint. `np.union1d` hashes: many times slower on numbers that are patterns of bits.
            seen = np.insert(seen, np.searchsorted(seen, fresh), fresh)
            if len(seen) > most_states:
                return TooLarge(len(seen))
        return Exhausted(len(seen))


@dataclass(frozen=True)
class _Table:
    """The variants of a box on some of the facts, one row each; those that look alike there are one.

    They are in the order of what they demand: demand i is that of so many variants (`counts`) from `offsets[i]` on.
    """

    needs: Words
    reads: Words
    counts: Numbers
    offsets: Numbers
    adds: Words
    keeps: Words
    steps: Numbers
    goal_needs: Words
    goal_forbids: Words
    width: int

    @classmethod
    def of(cls, shared: SharedSteps, box: Box, facts: int, width: int) -> _Table:
        rows = {
            (each.step, each.needs & facts, each.forbids & facts, each.adds & facts, each.deletes & facts): None
            for each in shared.variants
            # One that contradicts itself never applies: a state is compared with its demands at once.
            if each.candidates & box[each.action] and not each.needs & each.forbids
        }
        demands: dict[tuple[int, int], list[tuple[int, int, int, int, int]]] = {}
        for row in rows:
            demands.setdefault((row[1], row[2]), []).append(row)
        rows = {row: None for several in demands.values() for row in several}
        needs, forbids = (_words([each[column] for each in demands], width) for column in range(2))
        adds, deletes = (_words([row[column] for row in rows], width) for column in range(3, 5))
        counts = np.array([len(several) for several in demands.values()], dtype=np.int64)
        return cls(
            needs,
            needs | forbids,
            counts,
            np.cumsum(counts) - counts,
            adds,
            ~deletes,
            np.array([row[0] for row in rows], dtype=np.int64),
            _words([shared.goal_needs & facts], width)[0],
            _words([shared.goal_forbids & facts], width)[0],
            width,
        )

    def successors(self, layer: Words) -> tuple[Words, Numbers, Numbers] | None:
        """Return the states after each step that can be taken, the numbers of the states before, and the steps.

        None where they are more than `MOST_SUCCESSORS`.
        """
        states, sources, steps = list[Words](), list[Numbers](), list[Numbers]()
        demands = len(self.counts)
        rows = max(1, CHUNK // max(1, demands))
        many = 0
        for start in range(0, len(layer), rows):
            part = layer[start : start + rows]
            applies = np.ones((len(part), demands), dtype=bool)
            for word in range(self.width):
                column = part[:, word, None]
                applies &= (column & self.reads[:, word]) == self.needs[:, word]
            row, demand = np.divmod(np.flatnonzero(applies), max(1, demands))
            counts = self.counts[demand]
            row = np.repeat(row, counts)
            # Those of each demand, one after the other.
            variant = np.arange(len(row)) + np.repeat(self.offsets[demand] - (np.cumsum(counts) - counts), counts)
            states.append(part[row] & self.keeps[variant] | self.adds[variant])
            sources.append(row + start)
            many += len(row)
            if many > MOST_SUCCESSORS:
                return None
            steps.append(self.steps[variant])
        return np.concatenate(states), np.concatenate(sources), np.concatenate(steps)

    def reaching(self, layer: Words) -> Numbers:
        """Return the numbers of the states that meet the goal."""
        meets = ((layer & self.goal_needs) == self.goal_needs) & ((layer & self.goal_forbids) == 0)
        return np.flatnonzero(meets.all(axis=1))

    def keys(self, states: Words) -> NDArray[np.generic]:
        """Return one value a state that can be sorted and compared."""
        if self.width == 1:
            return states[:, 0]
        return np.ascontiguousarray(states).view(np.dtype((np.void, self.width * WORD // 8)))[:, 0]

    def states(self, keys: NDArray[np.generic]) -> Words:
        """Return the states of keys."""
        return np.ascontiguousarray(keys).view(np.uint64).reshape(len(keys), self.width)


def _words(numbers: list[int], width: int) -> Words:
    size = width * WORD // 8
    data = b"".join(each.to_bytes(size, "little") for each in numbers)
    return np.frombuffer(data, dtype=np.uint64).reshape(len(numbers), width)


def _kept(layer: _Layer) -> _Layer:
    """The same layer, without the edges into states that are not new where there are many."""
    if len(layer.target) <= MOST_EDGES:
        return layer
    kept = _among(layer.target, layer.fresh)
    return _Layer(layer.source[kept], layer.step[kept], layer.target[kept], layer.fresh)


def _least_plan(layers: list[_Layer], reached: Numbers) -> tuple[int, ...]:
    """Return the least of the shortest plans, by the numbers of its steps.

    `reached` are the numbers of the states of the last layer that meet the goal.
    """
    useful: list[_Layer] = []
    good = layers[-1].fresh[reached]
    for place in range(len(layers) - 1, -1, -1):
        layer = layers[place]
        into_good = _among(layer.target, good)
        useful.append(_Layer(layer.source[into_good], layer.step[into_good], layer.target[into_good], layer.fresh))
        if place:
            good = layers[place - 1].fresh[_distinct(layer.source[into_good])]
    plan: list[int] = []
    current = np.zeros(1, dtype=np.int64)
    for layer in reversed(useful):
        possible = np.isin(layer.source, current)
        least = layer.step[possible].min()
        plan.append(int(least))
        current = np.searchsorted(layer.fresh, _distinct(layer.target[possible & (layer.step == least)]))
    return tuple(plan)


def _distinct(values: NDArray[Any]) -> NDArray[Any]:
    """Return the values in order, each once."""
    ordered = np.sort(values)
    return ordered[np.concatenate(([True], ordered[1:] != ordered[:-1]))] if len(ordered) else ordered


def _among(values: NDArray[Any], ordered: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which values are among others, which are in order."""
    if not len(ordered):
        return np.zeros(len(values), dtype=bool)
    where = np.minimum(np.searchsorted(ordered, values), len(ordered) - 1)
    found: NDArray[np.bool_] = ordered[where] == values
    return found
