"""Individuals and how a first population comes about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from plancritic.contracts.specification import STRENGTHS, Strength, TracedConstraint
from plancritic.contracts.translation import StatementReadings

Specification = tuple[TracedConstraint, ...]


@dataclass(frozen=True)
class Individual:
    """A specification (the genotype) with how it came about, oldest step first.

    `readings` is true for what the translator said, before any mutation.
    """

    specification: Specification
    lineage: tuple[str, ...]
    readings: bool = False

    @property
    def key(self) -> frozenset[str]:
        """What makes two individuals the same specification: their constraints, whatever order or origin."""
        return frozenset(traced.constraint for traced in self.specification)


def merged(constraints: Iterable[TracedConstraint]) -> Specification:
    """The constraints without repetition, in order of first appearance.

    A repeated one keeps every origin and the strongest wish.
    """
    origins: dict[str, dict[str, None]] = {}
    strengths: dict[str, Strength] = {}
    for traced in constraints:
        origins.setdefault(traced.constraint, {}).update(dict.fromkeys(traced.statements))
        strongest = min(strengths.get(traced.constraint, traced.strength), traced.strength, key=STRENGTHS.index)
        strengths[traced.constraint] = strongest
    return tuple(
        TracedConstraint(constraint=constraint, statements=tuple(statements), strength=strengths[constraint])
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


def alternative_readings(translated: Sequence[StatementReadings], limit: int) -> list[Individual]:
    """Individuals that differ from the best readings in one statement's reading, likeliest first.

    The likelihood of an alternative is its score over that of the best reading it replaces.
    """
    understood = [each for each in translated if each.readings]
    ranked = sorted(
        (
            (-each.readings[rank].score / max(each.readings[0].score, 1e-9), position, rank)
            for position, each in enumerate(understood)
            for rank in range(1, len(each.readings))
        ),
    )
    individuals = []
    for _, position, rank in ranked[:limit]:
        chosen = [
            (each.statement, each.readings[rank if index == position else 0].constraints)
            for index, each in enumerate(understood)
        ]
        individuals.append(
            Individual(
                specification_of(chosen),
                (
                    "best reading of every statement",
                    f"reading {rank + 1} of statement {understood[position].statement}",
                ),
                readings=True,
            )
        )
    return individuals


def without_repetition(individuals: Iterable[Individual]) -> list[Individual]:
    """The individuals with one of each specification, the first of them."""
    seen: dict[frozenset[str], Individual] = {}
    for individual in individuals:
        seen.setdefault(individual.key, individual)
    return list(seen.values())
