"""Parameters as a description prescribes them: order, types, and those that are missing."""

from __future__ import annotations

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions import prescribed_parameters
from plancritic.pddl.language import (
    Action,
    Domain,
    Parameter,
    PddlError,
    add_parameter,
    change_parameter_type,
    reorder_parameters,
    with_action,
)


def with_prescribed_parameters(domain: Domain, description: DomainDescription) -> tuple[Domain, tuple[str, ...]]:
    """Return the domain with the prescribed parameters as far as edits lead there, and in words what was changed.

    Missing parameters are added where all others have the prescribed names, the order is mended where all have them,
    and types by place. What does not come out right (a parameter too many, a type that a condition does not allow)
    stays as it was: whoever checks the contract of names says so.

    Raises:
        DescriptionError: prescribed parameters cannot be read.
    """
    changed: list[str] = []
    for name in description.actions:
        action = domain.actions.get(name.lower())
        wanted = prescribed_parameters(description, name)
        if action is None or wanted is None:
            continue
        edited, words = _aligned(action, wanted)
        if not words:
            continue
        try:
            domain = with_action(domain, edited)
        except PddlError:
            continue
        changed += [f"{action.name}: {each}" for each in words]
    return domain, tuple(changed)


def _aligned(action: Action, wanted: tuple[Parameter, ...]) -> tuple[Action, list[str]]:
    words: list[str] = []
    names = [each.name for each in wanted]
    own = {each.name for each in action.parameters}
    if own < set(names):
        for place, parameter in enumerate(wanted):
            if parameter.name not in own:
                action = add_parameter(action, parameter, min(place, len(action.parameters)))
                words.append(f"parameter {parameter.name} added")
    if {each.name for each in action.parameters} == set(names) and [each.name for each in action.parameters] != names:
        action = reorder_parameters(action, names)
        words.append(f"parameters in the order {' '.join(names)}")
    if len(action.parameters) == len(wanted):
        for parameter, prescribed in zip(action.parameters, wanted, strict=True):
            if parameter.types != prescribed.types:
                action = change_parameter_type(action, parameter.name, prescribed.types)
                words.append(f"{parameter.name} is of type {prescribed.type_text}")
    return action, words
