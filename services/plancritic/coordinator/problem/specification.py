"""Specifications, and individuals: a specification with how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from plancritic.contracts.specification import STRENGTHS, Strength, TracedConstraint
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
    """Return the constraints without repetition, in order of first appearance.

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
    """Return the conjunction of readings given as (statement id, constraints)."""
    return merged(
        TracedConstraint(constraint=constraint, statements=(statement,))
        for statement, constraints in readings
        for constraint in constraints
    )


@lru_cache(maxsize=10_000)
def meaning(key: frozenset[str]) -> str:
    """The canonical form of constraints: equal for specifications that the same trajectories satisfy, if it shows."""
    return canonical_key(parse_constraint(constraint) for constraint in key)
