"""The facts that a condition asks for or forbids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.pddl.language import And, Atom, Condition, Not, Or


@dataclass(frozen=True, slots=True)
class Fact:
    """A literal."""

    atom: Atom
    positive: bool = True

    @property
    def opposite(self) -> Fact:
        """The literal turned round."""
        return Fact(self.atom, not self.positive)


@dataclass(frozen=True, slots=True)
class Facts:
    """Literals of which all have to hold, or with `any` at least one; a single one is neither."""

    literals: tuple[Fact, ...]
    any: bool = False

    @property
    def opposite(self) -> Facts:
        """What holds where this does not."""
        return Facts(tuple(fact.opposite for fact in self.literals), len(self.literals) > 1 and not self.any)


def facts_of(condition: Condition, positive: bool = True) -> Facts | None:
    """The literals of a condition, negations drawn inwards; None for what nests or compares numbers."""
    if isinstance(condition, Not):
        return facts_of(condition.condition, not positive)
    if isinstance(condition, Atom):
        return Facts((Fact(condition, positive),))
    if not isinstance(condition, And | Or) or not condition.conditions:
        return None
    parts = [facts_of(part, positive) for part in condition.conditions]
    literals = [part.literals[0] for part in parts if part is not None and len(part.literals) == 1]
    if len(literals) < len(parts):
        return None
    return Facts(tuple(literals), len(literals) > 1 and isinstance(condition, Or) is positive)


def differing_place(literals: Sequence[Fact]) -> int | None:
    """The argument in which literals differ that are alike in all else; None where they are not so."""
    first = literals[0]
    arguments = [fact.atom.arguments for fact in literals]
    alike = all(
        fact.positive == first.positive
        and fact.atom.predicate == first.atom.predicate
        and len(fact.atom.arguments) == len(first.atom.arguments)
        for fact in literals
    )
    if not alike:
        return None
    places = [place for place, column in enumerate(zip(*arguments, strict=True)) if len(set(column)) > 1]
    return places[0] if len(places) == 1 else None
