"""Ground conditions made ready to be checked again and again, in state after state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from plancritic.pddl.language.conditions import And, Atom, Condition, Not, atoms, fluents
from plancritic.pddl.language.evaluation import holds


@dataclass(frozen=True, slots=True)
class Demand:
    """A ground condition as a conjunction, its literals apart: sets compare quickly.

    `needed` and `forbidden` are atoms that have to be true and false, `others` what else has to hold; `reads` are the
    atoms and numeric fluents that the truth of the condition depends on.
    """

    condition: Condition
    needed: frozenset[Atom]
    forbidden: frozenset[Atom]
    others: tuple[Condition, ...]
    reads: frozenset[Atom]

    @classmethod
    def of(cls, condition: Condition) -> Demand:
        """Return what a ground condition demands."""
        needed: set[Atom] = set()
        forbidden: set[Atom] = set()
        others: list[Condition] = []
        for part in _parts(condition):
            match part:
                case Atom(name) if name != "=":
                    needed.add(part)
                case Not(Atom(name) as atom) if name != "=":
                    forbidden.add(atom)
                case _:
                    others.append(part)
        reads = frozenset((*atoms(condition), *fluents(condition)))
        return cls(condition, frozenset(needed), frozenset(forbidden), tuple(others), reads)

    def met(self, facts: AbstractSet[Atom], values: Mapping[Atom, float]) -> bool:
        """Return whether the condition is true.

        Raises:
            UndefinedValueError: It compares a fluent that has no value, and nothing else of it is false.
        """
        return (
            self.needed <= facts
            and self.forbidden.isdisjoint(facts)
            and (not self.others or holds(And(self.others), facts, values))
        )


def _parts(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, And):
        for part in condition.conditions:
            yield from _parts(part)
    else:
        yield condition
