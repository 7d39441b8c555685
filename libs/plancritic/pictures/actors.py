"""Who acts: the objects that get a lane of their own, by the domain's context or by a rule over its actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from plancritic.domains.scaffolding.structure import Structure, moves_of
from plancritic.pddl.language import Action, Domain, Parameter, Problem

#: Up to so many types every set of them is looked at; beyond, types are taken one by one.
_MOST_COMPARED = 14


def actor_types(domain: Domain, declared: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the types whose objects act: those `declared` in the context, else the fewest that every action has.

    Each action has a parameter of an acting type, where it has any that is no place. Among the smallest sets of types
    the one with the most types that move, then the one with the most parameters, is taken.
    """
    if declared:
        return tuple(each.lower() for each in declared if each.lower() in domain.type_names)
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


def actors_of(action: Action, arguments: Sequence[str], types: Sequence[str], problem: Problem) -> tuple[str, ...]:
    """Return the objects that act in a ground action, the one that it is told of first.

    That is one that the action moves, else the first. In a domain with one type for everything only that one acts.
    """
    domain = problem.domain
    moved = {gone.arguments[0] for gone, _ in moves_of(action)}
    found = [
        (parameter.name not in moved, place, argument)
        for place, (parameter, argument) in enumerate(zip(action.parameters, arguments, strict=True))
        if _acts(parameter, types, domain)
    ]
    actors = tuple(dict.fromkeys(argument for *_, argument in sorted(found)))
    alike = {kind for each in domain.actions.values() for parameter in each.parameters for kind in parameter.types}
    return actors[:1] if len(alike) == 1 else actors


def acting_objects(types: Sequence[str], problem: Problem) -> tuple[str, ...]:
    """Return the objects of the acting types, in the problem's order."""
    return problem.objects_of_any(tuple(types)) if types else ()


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


def _acts(parameter: Parameter, types: Sequence[str], domain: Domain) -> bool:
    return any(
        domain.is_subtype(one, kind) or (one != "object" and domain.is_subtype(kind, one))
        for one in parameter.types
        for kind in types
    )


def _one_by_one(needs: Sequence[set[str]], types: Sequence[str]) -> tuple[str, ...]:
    left, chosen = list(needs), []
    while left:
        best = max(types, key=lambda kind: sum(kind in need for need in left))
        chosen.append(best)
        left = [need for need in left if best not in need]
    return tuple(chosen)
