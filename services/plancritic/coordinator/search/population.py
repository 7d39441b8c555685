"""How a first population comes about, and how much the individuals of one differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.problem.specification import Individual, meaning, specification_of


def best_readings(translated: Sequence[StatementReadings]) -> Individual:
    """Return the individual in which every understood statement has its best reading."""
    chosen = [(each.statement, each.readings[0].constraints) for each in translated if each.readings]
    return Individual(specification_of(chosen), ("best reading of every statement",), readings=True)


def more_readings(translated: Sequence[StatementReadings], undecided: Collection[int]) -> list[Individual]:
    """Return what is worth a try where nobody is sure of the statements at these places.

    Each other reading of such a statement instead of its best one, then beside it: a plan that meets both is right
    whichever was meant.
    """
    understood = [each for each in translated if each.readings]
    chosen = {translated[place].statement for place in undecided}
    open_ones = [
        (position, rank)
        for position, each in enumerate(understood)
        if each.statement in chosen
        for rank in range(1, len(each.readings))
    ]
    return [
        *(_with_reading(understood, position, rank) for position, rank in open_ones),
        *(_with_reading(understood, position, rank, beside=True) for position, rank in open_ones),
    ]


def _with_reading(
    understood: Sequence[StatementReadings], position: int, rank: int, beside: bool = False
) -> Individual:
    """The best readings with another one of a statement instead of, or beside, its best."""
    chosen: list[tuple[str, tuple[str, ...]]] = []
    for index, each in enumerate(understood):
        if index != position or beside:
            chosen.append((each.statement, each.readings[0].constraints))
        if index == position:
            chosen.append((each.statement, each.readings[rank].constraints))
    note = f"reading {rank + 1} of statement {understood[position].statement}"
    return Individual(
        specification_of(chosen),
        ("best reading of every statement", f"{note} beside its best" if beside else note),
        readings=True,
    )


def without_repetition(individuals: Iterable[Individual], by_meaning: bool = False) -> list[Individual]:
    """Return the individuals with one of each specification (or of each `meaning`), the first of them."""
    seen: dict[frozenset[str] | str, Individual] = {}
    for individual in individuals:
        seen.setdefault(meaning(individual.key) if by_meaning else individual.key, individual)
    return list(seen.values())


def diversity(individuals: Sequence[Individual]) -> float | None:
    """Return the mean Jaccard distance of specifications as sets of constraints; None where there are no two.

    0 where all are alike, 1 where no two share a constraint.
    """
    distances = [_distance(one.key, other.key) for one, other in combinations(individuals, 2)]
    return sum(distances) / len(distances) if distances else None


def _distance(one: frozenset[str], other: frozenset[str]) -> float:
    union = len(one | other)
    return 1.0 - len(one & other) / union if union else 0.0
