"""Ground atoms of a problem and which predicates a domain can change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from plancritic.pddl.conditions import Atom
from plancritic.pddl.model import ConditionalEffect, Domain, Effect, FactEffect, Problem, UniversalEffect


def ground_atoms(problem: Problem, predicate: str | None = None) -> tuple[Atom, ...]:
    """Every atom of the right types, of one predicate or of all, in order of declaration.

    Raises:
        KeyError: There is no such predicate.
    """
    names = problem.domain.predicates if predicate is None else (predicate.lower(),)
    found: list[Atom] = []
    for name in names:
        columns = [problem.objects_of(*parameter.types) for parameter in problem.domain.predicates[name]]
        found.extend(Atom(name, arguments) for arguments in product(*columns))
    return tuple(found)


@lru_cache(maxsize=64)
def changeable_predicates(domain: Domain) -> frozenset[str]:
    """Predicates that stand in an effect; the others are static (timed literals of a problem aside)."""
    found: set[str] = set()
    for action in domain.actions.values():
        found.update(_changed((*action.effects_at_start, *action.effects_at_end)))
    return frozenset(found)


def _changed(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        match effect:
            case FactEffect():
                yield effect.atom.predicate
            case ConditionalEffect() | UniversalEffect():
                yield from _changed(effect.effects)
