"""Who acts: the objects that get a lane of their own, by the domain's context or by a rule over its actions."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.domains.scaffolding.acting import acting_types
from plancritic.domains.scaffolding.structure import moves_of
from plancritic.pddl.language import Action, Domain, Parameter, Problem


def actor_types(domain: Domain, declared: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the types whose objects act: those `declared` in the context, else those that the actions show."""
    known = tuple(each.lower() for each in declared if each.lower() in domain.type_names)
    return known or acting_types(domain)


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


def _acts(parameter: Parameter, types: Sequence[str], domain: Domain) -> bool:
    return any(
        domain.is_subtype(one, kind) or (one != "object" and domain.is_subtype(kind, one))
        for one in parameter.types
        for kind in types
    )
