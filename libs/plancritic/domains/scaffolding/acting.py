"""Which types act: those whose objects a person would ask "what does it do?" of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from plancritic.domains.scaffolding.structure import Structure, moves_of
from plancritic.pddl.language import Action, Domain

#: Up to so many types every set of them is looked at; beyond, types are taken one by one.
_MOST_COMPARED = 14


def acting_types(domain: Domain) -> tuple[str, ...]:
    """Return the fewest types such that every action has a parameter of one of them that is no place.

    Among the smallest sets of types the one with the most types that move, then the one with the most parameters, is
    taken.
    """
    structure = Structure(domain)
    moving = {kind for action in domain.actions.values() for kind in _moved_types(action)}
    needs = [found for action in domain.actions.values() if (found := _candidates(action, structure, moving))]
    if not needs:
        return ()
    often = {kind: sum(kind in need for need in needs) for need in needs for kind in need}
    types = sorted(often)

    def worth(found: Iterable[str]) -> tuple[int, int]:
        chosen = tuple(found)
        return sum(kind in moving for kind in chosen), sum(often[kind] for kind in chosen)

    if len(types) > _MOST_COMPARED:
        return _one_by_one(needs, types)
    for size in range(1, len(types) + 1):
        covers = [each for each in combinations(types, size) if all(need & set(each) for need in needs)]
        if covers:
            return max(covers, key=worth)
    raise AssertionError("all types together cover every action")


def _candidates(action: Action, structure: Structure, moving: set[str]) -> set[str]:
    """The types of its parameters that are no places; one that moves itself, as a block does, is more than a place."""
    return {
        kind
        for each in action.parameters
        for kind in each.types
        if kind in moving or not structure.is_place(each.types)
    }


def _moved_types(action: Action) -> set[str]:
    moved = {gone.arguments[0] for gone, _ in moves_of(action)}
    return {kind for each in action.parameters if each.name in moved for kind in each.types}


def _one_by_one(needs: Sequence[set[str]], types: Sequence[str]) -> tuple[str, ...]:
    left, chosen = list(needs), []
    while left:
        best = max(types, key=lambda kind: sum(kind in need for need in left))
        chosen.append(best)
        left = [need for need in left if best not in need]
    return tuple(chosen)
