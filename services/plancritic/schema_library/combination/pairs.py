"""Which pairs of literals can be true together, for a whole box at once: a cheap proof that a goal is out of reach.

The heuristic h2 (Haslum and Geffner, "Admissible heuristics for optimal planning", AIPS 2000) as reachability: what it
rules out is ruled out in every combination of the box. It needs milliseconds where a search needs every state.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from plancritic.pddl.grounding import members
from plancritic.schema_library.combination.product import Box
from plancritic.schema_library.combination.steps import SharedSteps

#: More facts are not looked at in pairs (8 MB).
MOST_FACTS = 4_000


@dataclass(frozen=True, slots=True)
class _Operation:
    """What a variant demands and does, as literals and as bits of them: 2i for fact i, 2i + 1 for its opposite.

    `excluded` are the literals that cannot stand beside it: those it touches and the opposites of its demands.
    """

    demands: tuple[int, ...]
    demanded: int
    effects: tuple[int, ...]
    caused: int
    excluded: int


def goal_is_ruled_out(shared: SharedSteps, box: Box) -> bool:
    """Return whether some two demands of the goal can never be met together in any combination of the box.

    With more than `MOST_FACTS` facts nothing is ruled out: memory grows with their square.
    """
    if len(shared.facts) > MOST_FACTS:
        return False
    every = (1 << len(shared.facts)) - 1
    initial = _bits(_literals(shared.initial, every & ~shared.initial))
    # Bit j of row i: literals i and j can be true together. Numbers, because arrays cost more at this size.
    together = [initial if initial >> each & 1 else 0 for each in range(2 * len(shared.facts))]
    rows = {
        (each.needs, each.forbids, each.adds, each.deletes)
        for each in shared.variants
        if each.candidates & box[each.action]
    }
    operations = [_operation(*row) for row in sorted(rows)]
    goal = _literals(shared.goal_needs, shared.goal_forbids)
    wanted = _bits(goal)
    grown = True
    while grown and not _all_together(together, goal, wanted):
        grown = False
        for each in operations:
            grown |= _grow(together, each)
    return not _all_together(together, goal, wanted)


def _all_together(together: list[int], literals: tuple[int, ...], bits: int) -> bool:
    return all(together[each] & bits == bits for each in literals)


def _grow(together: list[int], operation: _Operation) -> bool:
    if not _all_together(together, operation.demands, operation.demanded):
        return False
    # What may hold beside the demands, and that the operation leaves as it is, holds beside its effects.
    beside = ~operation.excluded
    for each in operation.demands:
        beside &= together[each]
    if not operation.demands:
        beside &= sum(1 << each for each, row in enumerate(together) if row >> each & 1)
    grown = False
    for each in operation.effects:
        fresh = (beside | operation.caused) & ~together[each]
        if fresh:
            grown = True
            together[each] |= fresh
            for other in members(fresh):
                together[other] |= 1 << each
    return grown


@lru_cache(maxsize=10_000)
def _operation(needs: int, forbids: int, adds: int, deletes: int) -> _Operation:
    demands, effects = _literals(needs, forbids), _literals(adds, deletes)
    touched = [*effects, *(each ^ 1 for each in (*effects, *demands))]
    return _Operation(demands, _bits(demands), effects, _bits(effects), _bits(tuple(touched)))


def _literals(true: int, false: int) -> tuple[int, ...]:
    return (*(2 * each for each in members(true)), *(2 * each + 1 for each in members(false)))


def _bits(literals: tuple[int, ...]) -> int:
    found = 0
    for each in literals:
        found |= 1 << each
    return found
