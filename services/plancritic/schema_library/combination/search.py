"""The search of a whole box at once, on some of the facts: every step may be taken as any candidate in question has it.

Both make the search reach more than any single combination does. So what it cannot reach, no combination of the box can
reach; and the plan that it finds is the canonical shortest one of each combination in which it can be carried out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plancritic.schema_library.combination.product import Box
from plancritic.schema_library.combination.steps import SharedSteps

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

WORD = 64
#: States times variants that are looked at in one go: some tens of megabytes.
CHUNK = 1_000_000
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
    """The edges from one layer into states that are new in the next."""

    source: Numbers
    step: Numbers
    target: Numbers


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
            keys, place, inverse = np.unique(table.keys(successors), return_index=True, return_inverse=True)
            where = np.minimum(np.searchsorted(seen, keys), len(seen) - 1)
            fresh = seen[where] != keys
            number = np.cumsum(fresh) - 1
            into_fresh = fresh[inverse]
            layers.append(_Layer(source[into_fresh], step[into_fresh], number[inverse[into_fresh]]))
            layer = successors[place[fresh]]
            reached = table.reaching(layer)
            if len(reached):
                return Reached(_least_plan(layers, reached))
            # Both are sorted and disjoint. `np.union1d` hashes: many times slower on numbers that are patterns of bits.
            seen = np.insert(seen, np.searchsorted(seen, keys[fresh]), keys[fresh])
            if len(seen) > most_states:
                return TooLarge(len(seen))
        return Exhausted(len(seen))


@dataclass(frozen=True)
class _Table:
    """The variants of a box on some of the facts, one row each; those that look alike there are one."""

    needs: Words
    reads: Words
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
        needs, forbids, adds, deletes = (_words([row[column] for row in rows], width) for column in range(1, 5))
        return cls(
            needs,
            needs | forbids,
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
        rows = max(1, CHUNK // max(1, len(self.steps)))
        many = 0
        for start in range(0, len(layer), rows):
            part = layer[start : start + rows]
            applies = np.ones((len(part), len(self.steps)), dtype=bool)
            for word in range(self.width):
                column = part[:, word, None]
                applies &= (column & self.reads[:, word]) == self.needs[:, word]
            row, variant = np.nonzero(applies)
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


def _words(numbers: list[int], width: int) -> Words:
    size = width * WORD // 8
    data = b"".join(each.to_bytes(size, "little") for each in numbers)
    return np.frombuffer(data, dtype=np.uint64).reshape(len(numbers), width)


def _least_plan(layers: list[_Layer], reached: Numbers) -> tuple[int, ...]:
    """Return the least of the shortest plans, by the numbers of its steps."""
    useful: list[_Layer] = []
    good = reached
    for layer in reversed(layers):
        into_good = np.isin(layer.target, good)
        useful.append(_Layer(layer.source[into_good], layer.step[into_good], layer.target[into_good]))
        good = _distinct(layer.source[into_good])
    plan: list[int] = []
    current = np.zeros(1, dtype=np.int64)
    for layer in reversed(useful):
        possible = np.isin(layer.source, current)
        least = layer.step[possible].min()
        plan.append(int(least))
        current = _distinct(layer.target[possible & (layer.step == least)])
    return tuple(plan)


def _distinct(numbers: Numbers) -> Numbers:
    ordered = np.sort(numbers)
    return ordered[np.concatenate(([True], ordered[1:] != ordered[:-1]))]
