"""Signatures as a description prescribes them: missing actions, and parameters by order, type and number."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions import prescribed_parameters, schema_of, skeleton_of
from plancritic.pddl.language import (
    Action,
    Domain,
    Parameter,
    PddlError,
    add_parameter,
    change_parameter_type,
    parse_domain,
    reorder_parameters,
    with_action,
    write_domain,
)


def with_prescribed_parameters(domain: Domain, description: DomainDescription) -> tuple[Domain, tuple[str, ...]]:
    """Return the domain with the prescribed signatures as far as edits lead there, and in words what was changed.

    An action that the domain lacks is added without conditions and effects, unless the domain has one that the
    description does not know: that may be the same one by another name. Missing parameters are added where all
    others have the prescribed names, or where types leave one way to do it; the order is mended where all have the
    prescribed names or where types leave one order; types are mended by place. Then predicates get the types that the
    description declares. What does not come out right (a parameter too many, a type that a condition does not allow)
    stays as it was: whoever checks the contract of names says so.

    Raises:
        DescriptionError: the description cannot be read.
    """
    changed: list[str] = []
    has_others = bool(set(domain.actions) - {each.lower() for each in description.actions})
    for name in description.actions:
        wanted = prescribed_parameters(description, name)
        action = domain.actions.get(name.lower())
        if wanted is None or (action is None and has_others):
            continue
        try:
            if action is None:
                domain, words = (
                    with_action(domain, _empty(description, name)),
                    ["added, with nothing but its signature"],
                )
            else:
                edited, words = _aligned(action, wanted)
                domain = with_action(domain, edited) if words else domain
        except PddlError:
            continue
        changed += [f"{name.lower()}: {each}" for each in words]
    domain, words = _with_declared_types(domain, description)
    return domain, (*changed, *words)


def _empty(description: DomainDescription, name: str) -> Action:
    """Return an action with the prescribed parameters alone."""
    listed = " ".join(map(str, prescribed_parameters(description, name) or ()))
    return schema_of(skeleton_of(description), f"(:action {name} :parameters ({listed}) :effect (and))")


def _with_declared_types(domain: Domain, description: DomainDescription) -> tuple[Domain, list[str]]:
    """Return the domain with predicates whose arguments have the declared types, where its actions allow it."""
    words: list[str] = []
    for name, declared in skeleton_of(description).predicates.items():
        own = domain.predicates.get(name)
        if (
            own is None
            or len(own) != len(declared)
            or [each.types for each in own] == [each.types for each in declared]
        ):
            continue
        predicates = {**domain.predicates, name: declared}
        try:
            domain = parse_domain(write_domain(replace(domain, predicates=predicates)), domain.file)
        except PddlError:
            continue
        words.append(f"predicate {name}: ({' '.join(map(str, declared))}) as described")
    return domain, words


def _aligned(action: Action, wanted: tuple[Parameter, ...]) -> tuple[Action, list[str]]:
    words: list[str] = []
    names = [each.name for each in wanted]
    own = {each.name for each in action.parameters}
    if own < set(names):
        for place, parameter in enumerate(wanted):
            if parameter.name not in own:
                action = add_parameter(action, parameter, min(place, len(action.parameters)))
                words.append(f"parameter {parameter.name} added")
    elif not own <= set(names):
        action, words = _aligned_by_type(action, wanted)
    if {each.name for each in action.parameters} == set(names) and [each.name for each in action.parameters] != names:
        action = reorder_parameters(action, names)
        words.append(f"parameters in the order {' '.join(names)}")
    if len(action.parameters) == len(wanted):
        for parameter, prescribed in zip(action.parameters, wanted, strict=True):
            if parameter.types != prescribed.types:
                action = change_parameter_type(action, parameter.name, prescribed.types)
                words.append(f"{parameter.name} is of type {prescribed.type_text}")
    return action, words


def _aligned_by_type(action: Action, wanted: tuple[Parameter, ...]) -> tuple[Action, list[str]]:
    """Order or complete parameters of other names where types leave one way to do it."""
    own = action.parameters
    types = [each.types for each in wanted]
    if len(own) == len(wanted):
        by_type = {each.types: each.name for each in own}
        if len(by_type) == len(own) and set(by_type) == set(types) and [each.types for each in own] != types:
            names = [by_type[each] for each in types]
            return reorder_parameters(action, names), [f"parameters in the order {' '.join(names)}"]
        return action, []
    fitting = [
        places
        for places in combinations(range(len(wanted)), len(own))
        if [types[place] for place in places] == [each.types for each in own]
    ]
    missing = [each for place, each in enumerate(wanted) if fitting and place not in fitting[0]]
    if len(fitting) != 1 or {each.name for each in missing} & {each.name for each in own}:
        return action, []
    for each in missing:
        action = add_parameter(action, each, wanted.index(each))
    return action, [f"parameter {each.name} added" for each in missing]
