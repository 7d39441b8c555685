"""Which pairs of literals can be true together, for a whole box at once: a cheap proof that a goal is out of reach.

The heuristic h2 (Haslum and Geffner, "Admissible heuristics for optimal planning", AIPS 2000) as reachability: what it
rules out is ruled out in every combination of the box. It needs milliseconds where a search needs every state.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plancritic.schema_library.combination.product import Box, members
from plancritic.schema_library.combination.steps import SharedSteps


@dataclass(frozen=True)
class _Operation:
    """What a variant demands and does, as literals: 2i for fact i, 2i + 1 for its opposite."""

    demands: NDArray[np.int64]
    effects: NDArray[np.int64]
    touched: NDArray[np.bool_]


def goal_is_ruled_out(shared: SharedSteps, box: Box) -> bool:
    """Whether some two demands of the goal can never be met together in any combination of the box."""
    size = 2 * len(shared.facts)
    every = (1 << len(shared.facts)) - 1
    initial = _literals(shared.initial, every & ~shared.initial)
    together = np.zeros((size, size), dtype=bool)
    together[np.ix_(initial, initial)] = True
    rows = {
        (each.needs, each.forbids, each.adds, each.deletes)
        for each in shared.variants
        if each.candidates & box[each.action]
    }
    operations = [_operation(row, size) for row in sorted(rows)]
    goal = _literals(shared.goal_needs, shared.goal_forbids)
    grown = True
    while grown and not together[np.ix_(goal, goal)].all():
        grown = False
        for each in operations:
            grown |= _grow(together, each)
    return not bool(together[np.ix_(goal, goal)].all())


def _grow(together: NDArray[np.bool_], operation: _Operation) -> bool:
    demands, effects = operation.demands, operation.effects
    if not together[np.ix_(demands, demands)].all():
        return False
    # What may hold beside the demands, and that the operation leaves as it is, holds beside its effects.
    beside = together.diagonal() & ~operation.touched & together[demands].all(axis=0)
    beside[demands ^ 1] = False
    others = np.flatnonzero(beside)
    before = int(together[effects].sum())
    together[np.ix_(effects, effects)] = True
    together[np.ix_(effects, others)] = True
    together[np.ix_(others, effects)] = True
    return int(together[effects].sum()) != before


def _operation(row: tuple[int, int, int, int], size: int) -> _Operation:
    needs, forbids, adds, deletes = row
    effects = _literals(adds, deletes)
    touched = np.zeros(size, dtype=bool)
    touched[effects] = touched[effects ^ 1] = True
    return _Operation(_literals(needs, forbids), effects, touched)


def _literals(true: int, false: int) -> NDArray[np.int64]:
    found = [2 * each for each in members(true)] + [2 * each + 1 for each in members(false)]
    return np.array(found, dtype=np.int64)
