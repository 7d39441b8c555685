"""Individuals and how a first population comes about."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from plancritic.contracts.specification import STRENGTHS, Strength, TracedConstraint
from plancritic.contracts.translation import StatementReadings
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key

Specification = tuple[TracedConstraint, ...]


@dataclass(frozen=True)
class Individual:
    """A specification (the genotype) with how it came about, oldest step first.

    `readings` is true for what the translator said, before any mutation; `made_by` are the operators, and ways to
    modify, of the mutation that made it.
    """

    specification: Specification
    lineage: tuple[str, ...]
    readings: bool = False
    made_by: tuple[str, ...] = ()

    @property
    def key(self) -> frozenset[str]:
        """What makes two individuals the same specification: their constraints, whatever order or origin."""
        return frozenset(traced.constraint for traced in self.specification)


def merged(constraints: Iterable[TracedConstraint]) -> Specification:
    """The constraints without repetition, in order of first appearance.

    A repeated one keeps every origin and the greatest strength.
    """
    origins: dict[str, dict[str, None]] = {}
    strengths: dict[str, Strength] = {}
    for traced in constraints:
        origins.setdefault(traced.constraint, {}).update(dict.fromkeys(traced.statements))
        strongest = min(strengths.get(traced.constraint, traced.strength), traced.strength, key=STRENGTHS.index)
        strengths[traced.constraint] = strongest
    return tuple(
        TracedConstraint(
            constraint=constraint,
            statements=tuple(statements),
            strength=strengths[constraint],
        )
        for constraint, statements in origins.items()
    )


def specification_of(readings: Sequence[tuple[str, tuple[str, ...]]]) -> Specification:
    """The conjunction of readings given as (statement id, constraints)."""
    return merged(
        TracedConstraint(constraint=constraint, statements=(statement,))
        for statement, constraints in readings
        for constraint in constraints
    )


def best_readings(translated: Sequence[StatementReadings]) -> Individual:
    """The individual in which every understood statement has its best reading."""
    chosen = [(each.statement, each.readings[0].constraints) for each in translated if each.readings]
    return Individual(specification_of(chosen), ("best reading of every statement",), readings=True)


def more_readings(translated: Sequence[StatementReadings], undecided: Collection[int]) -> list[Individual]:
    """What is worth a try where nobody is sure of the statements at these places.

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
    """The individuals with one of each specification (or of each `meaning`), the first of them."""
    seen: dict[frozenset[str] | str, Individual] = {}
    for individual in individuals:
        seen.setdefault(meaning(individual.key) if by_meaning else individual.key, individual)
    return list(seen.values())


@lru_cache(maxsize=10_000)
def meaning(key: frozenset[str]) -> str:
    """The canonical form of constraints: equal for specifications that the same trajectories satisfy, if it shows."""
    return canonical_key(parse_constraint(constraint) for constraint in key)


def diversity(individuals: Sequence[Individual]) -> float | None:
    """The mean Jaccard distance of specifications as sets of constraints; None where there are no two.

    0 where all are alike, 1 where no two share a constraint.
    """
    distances = [_distance(one.key, other.key) for one, other in combinations(individuals, 2)]
    return sum(distances) / len(distances) if distances else None


def _distance(one: frozenset[str], other: frozenset[str]) -> float:
    union = len(one | other)
    return 1.0 - len(one & other) / union if union else 0.0
