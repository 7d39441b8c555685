"""What several statements may mean together: one reading of each, the likeliest joint reading first."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from itertools import islice

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.coordinator.problem.specification import Individual, meaning, specification_of
from plancritic.coordinator.search.population import best_readings

#: Joint readings of the statements of a run at most.
MOST_JOINT_READINGS = 32
#: Combinations looked at for each that is wanted: several may mean the same.
_LOOKED_AT = 20


def joint_readings(understood: Sequence[StatementReadings]) -> Iterator[tuple[int, ...]]:
    """Yield joint readings by descending product of their scores, of each meaning the first, `MOST_JOINT_READINGS`.

    A joint reading is the place of one reading for each statement; every statement has one. Statements are read each
    for itself, so that the joint score is the product. Of equal ones that comes first whose readings have the lower
    canonical keys, statement by statement.
    """
    found: set[str] = set()
    for places in islice(_combinations(understood), _LOOKED_AT * MOST_JOINT_READINGS):
        chosen = [each.readings[place] for each, place in zip(understood, places, strict=True)]
        together = meaning(frozenset(constraint for each in chosen for constraint in each.constraints))
        if together in found:
            continue
        found.add(together)
        yield places
        if len(found) >= MOST_JOINT_READINGS:
            return


def alternative_readings(translated: Sequence[StatementReadings], limit: int) -> list[Individual]:
    """Return the likeliest joint readings of another meaning than the first readings of all statements."""
    understood = [each for each in translated if each.readings]
    best = meaning(best_readings(translated).key)
    others = (_combined(understood, places) for places in joint_readings(understood))
    return list(islice((each for each in others if meaning(each.key) != best), limit))


def _combined(understood: Sequence[StatementReadings], places: Sequence[int]) -> Individual:
    chosen = [(each.statement, each.readings[at].constraints) for each, at in zip(understood, places, strict=True)]
    notes = (
        f"reading {at + 1} of statement {each.statement}" for each, at in zip(understood, places, strict=True) if at > 0
    )
    return Individual(specification_of(chosen), ("best reading of every statement", *notes), readings=True)


def _combinations(understood: Sequence[StatementReadings]) -> Iterator[tuple[int, ...]]:
    """Yield one reading a statement, best first over the lattice of ranks.

    What follows a combination takes the next reading of one statement, which no combination before it has: only as
    many are looked at as are asked for.
    """
    ordered = [_best_first(each.readings) for each in understood]

    def weighed(ranks: tuple[int, ...]) -> tuple[float, tuple[str, ...], tuple[int, ...]]:
        chosen = [each.readings[order[rank]] for each, order, rank in zip(understood, ordered, ranks, strict=True)]
        return -math.prod(each.score for each in chosen), tuple(map(_canonical, chosen)), ranks

    first = (0,) * len(understood)
    waiting, seen = [weighed(first)], {first}
    while waiting:
        *_, ranks = heapq.heappop(waiting)
        yield tuple(order[rank] for order, rank in zip(ordered, ranks, strict=True))
        for place, order in enumerate(ordered):
            following = (*ranks[:place], ranks[place] + 1, *ranks[place + 1 :])
            if following[place] < len(order) and following not in seen:
                seen.add(following)
                heapq.heappush(waiting, weighed(following))


def _best_first(readings: Sequence[Reading]) -> list[int]:
    """Return the places of the readings, of the best first: what is taken first need not be the likeliest."""
    return sorted(range(len(readings)), key=lambda place: (-readings[place].score, _canonical(readings[place])))


def _canonical(reading: Reading) -> str:
    return meaning(frozenset(reading.constraints))
