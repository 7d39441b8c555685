"""Which facts stay once they have come about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from plancritic.pddl.language import ConditionalEffect, Domain, Effect, FactEffect, UniversalEffect


@lru_cache(maxsize=64)
def permanent_predicates(domain: Domain) -> frozenset[str]:
    """Predicates of which no action makes a fact false: that one holds some time and at the end are the same."""
    undone = {
        effect.atom.predicate
        for action in domain.actions.values()
        for effect in _facts((*action.effects_at_start, *action.effects_at_end))
        if not effect.becomes
    }
    return frozenset(domain.predicates) - undone


def _facts(effects: Iterable[Effect]) -> Iterator[FactEffect]:
    for effect in effects:
        match effect:
            case FactEffect():
                yield effect
            case ConditionalEffect() | UniversalEffect():
                yield from _facts(effect.effects)
