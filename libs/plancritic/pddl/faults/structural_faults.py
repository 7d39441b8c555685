"""Wrong domains from a right one, by faults that are larger than one edit of one schema.

They are what writers do: they leave out all preconditions of an action, forget a predicate everywhere, make the same
mistake in two actions, mix up arguments, types and parameters, or forget an action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Literal as OneOf
from typing import get_args

from plancritic.pddl.faults.single_edits import FaultySchema, additions, faulty_schemas
from plancritic.pddl.language import (
    Action,
    Atom,
    Condition,
    Domain,
    FactEffect,
    Not,
    Parameter,
    PddlError,
    conjunction,
    conjuncts,
    parse_domain,
    write_domain,
)

#: `preconditions-gone`, `deletes-gone`: an action has none of those that it should have; `predicate-forgotten`: it
#: stands in no action; `coupled`: two actions have the same wrong literal; `arguments-turned`: a literal has its
#: arguments in another order, or two parameters of one type stand for each other in all conditions or effects;
#: `types-wrong`: a parameter has another type, or none, and predicates take any object there; `parameter-missing`: with
#: all literals that it stands in; `action-missing`; `no-preconditions`: in no action.
StructuralKind = OneOf[
    "preconditions-gone",
    "deletes-gone",
    "predicate-forgotten",
    "coupled",
    "arguments-turned",
    "types-wrong",
    "parameter-missing",
    "action-missing",
    "no-preconditions",
]
STRUCTURAL_KINDS: tuple[StructuralKind, ...] = get_args(StructuralKind)


@dataclass(frozen=True, eq=False)
class StructuralFault:
    """A domain with one larger fault.

    `detail` says in words what was done, `action` to which action (or `all`); `variant` tells faults of a kind apart
    that are not alike: the edit that is coupled, or the part whose arguments are turned.
    """

    kind: StructuralKind
    action: str
    detail: str
    variant: str
    domain: Domain


def structural_faults(domain: Domain, kind: StructuralKind) -> tuple[StructuralFault, ...]:
    """Return all domains that one fault of a kind makes of a plain STRIPS domain, in a fixed order.

    The predicates stay declared, so that problems stay readable. A kind that the domain has no place for gives none.
    """
    found = []
    for action, detail, changed, *variant in _MAKERS[kind](domain):
        with suppress(PddlError):  # a change that makes no legal domain is no fault of this kind
            read = parse_domain(write_domain(changed))
            found.append(StructuralFault(kind, action, detail, variant[0] if variant else "", read))
    return tuple(found)


#: Action, detail and changed domain of a fault, and its variant where a kind has several.
_Made = Iterator[tuple[str, str, Domain] | tuple[str, str, Domain, str]]


def _preconditions_gone(domain: Domain) -> _Made:
    for action in domain.actions.values():
        if conjuncts(action.conditions_at_start):
            changed = replace(action, conditions_at_start=conjunction(()))
            yield action.name, "all conditions are missing", _with(domain, changed)


def _deletes_gone(domain: Domain) -> _Made:
    for action in domain.actions.values():
        kept = tuple(each for each in action.effects_at_start if not isinstance(each, FactEffect) or each.becomes)
        if kept != action.effects_at_start:
            yield action.name, "nothing becomes false", _with(domain, replace(action, effects_at_start=kept))


def _predicate_forgotten(domain: Domain) -> _Made:
    for predicate in domain.predicates:
        changed = [_keeping(action, _is_of_other(predicate)) for action in domain.actions.values()]
        if changed != list(domain.actions.values()):
            yield "all", f"{predicate} is forgotten", _with(domain, *changed)


def _coupled(domain: Domain) -> _Made:
    """Give pairs of actions with the same fault: of the same kind, at the same place, of literals of one predicate."""
    faults = {
        name: [each for each in (*faulty_schemas(action, domain), *additions(action, domain)) if _is_simple(each)]
        for name, action in domain.actions.items()
    }
    for one, other in combinations(domain.actions, 2):
        for first in faults[one]:
            for second in faults[other]:
                if _likeness(first) == _likeness(second):
                    detail = f"{first.detail}; {other}: {second.detail}"
                    yield one, detail, _with(domain, first.schema, second.schema), first.kind


def _is_simple(fault: FaultySchema) -> bool:
    return fault.kind in ("removal", "negation", "addition")


def _likeness(fault: FaultySchema) -> tuple[object, ...]:
    (literal,) = fault.literals
    return fault.kind, fault.place, isinstance(literal, Not), _atom(literal).predicate


def _arguments_turned(domain: Domain) -> _Made:
    for action in domain.actions.values():
        for atom in _atoms(action):
            for arguments in permutations(atom.arguments):
                if arguments == atom.arguments:
                    continue
                turned = Atom(atom.predicate, arguments)
                for part, changed in _replaced(action, atom, turned):
                    yield action.name, f"{part} {atom} became {turned}", _with(domain, changed), part

        for one, other in combinations(action.parameters, 2):
            if one.types == other.types:
                for part, changed in _exchanged(action, {one.name: other.name, other.name: one.name}):
                    detail = f"{one.name} and {other.name} stand for each other in all {part}"
                    yield action.name, detail, _with(domain, changed), part


def _exchanged(action: Action, names: Mapping[str, str]) -> Iterator[tuple[str, Action]]:
    """Give the action with parameters in each other's place in all conditions, and in all effects."""

    def turned(atom: Atom) -> Atom:
        return Atom(atom.predicate, tuple(names.get(each, each) for each in atom.arguments))

    conditions = conjuncts(action.conditions_at_start)
    changed = tuple(Not(turned(_atom(each))) if isinstance(each, Not) else turned(_atom(each)) for each in conditions)
    if set(changed) != set(conditions):
        yield "conditions", replace(action, conditions_at_start=conjunction(changed))
    effects = tuple(
        replace(each, atom=turned(each.atom)) if isinstance(each, FactEffect) else each
        for each in action.effects_at_start
    )
    if set(effects) != set(action.effects_at_start):
        yield "effects", replace(action, effects_at_start=effects)


def _replaced(action: Action, atom: Atom, turned: Atom) -> Iterator[tuple[str, Action]]:
    """Give the action with an atom turned among its conditions, and with it turned among its effects."""
    conditions = tuple(turned if each == atom else each for each in conjuncts(action.conditions_at_start))
    if conditions != conjuncts(action.conditions_at_start):
        yield "condition", replace(action, conditions_at_start=conjunction(conditions))
    effects = tuple(
        replace(each, atom=turned) if isinstance(each, FactEffect) and each.atom == atom else each
        for each in action.effects_at_start
    )
    if effects != action.effects_at_start:
        yield "effect", replace(action, effects_at_start=effects)


def _types_wrong(domain: Domain) -> _Made:
    for action in domain.actions.values():
        for parameter in action.parameters:
            predicates = dict(domain.predicates)
            for atom in _atoms(action):
                predicates[atom.predicate] = tuple(
                    Parameter(place.name, ("object",)) if argument == parameter.name else place
                    for argument, place in zip(atom.arguments, predicates[atom.predicate], strict=True)
                )
            for kind in ("object", *domain.types):
                wrong = Parameter(parameter.name, (kind,))
                if wrong == parameter:
                    continue
                parameters = tuple(wrong if each == parameter else each for each in action.parameters)
                changed = replace(_with(domain, replace(action, parameters=parameters)), predicates=predicates)
                yield action.name, f"{parameter.name} is of type {kind}", changed


def _parameter_missing(domain: Domain) -> _Made:
    for action in domain.actions.values():
        for parameter in action.parameters:
            left = tuple(each for each in action.parameters if each != parameter)
            changed = _keeping(replace(action, parameters=left), _is_without(parameter.name))
            yield action.name, f"parameter {parameter.name} is missing", _with(domain, changed)


def _action_missing(domain: Domain) -> _Made:
    for name in domain.actions:
        left = {other: action for other, action in domain.actions.items() if other != name}
        yield name, "the action is missing", replace(domain, actions=left)


def _no_preconditions(domain: Domain) -> _Made:
    bare = [replace(action, conditions_at_start=conjunction(())) for action in domain.actions.values()]
    yield "all", "no action has any condition", _with(domain, *bare)


_MAKERS: Mapping[StructuralKind, Callable[[Domain], _Made]] = {
    "preconditions-gone": _preconditions_gone,
    "deletes-gone": _deletes_gone,
    "predicate-forgotten": _predicate_forgotten,
    "coupled": _coupled,
    "arguments-turned": _arguments_turned,
    "types-wrong": _types_wrong,
    "parameter-missing": _parameter_missing,
    "action-missing": _action_missing,
    "no-preconditions": _no_preconditions,
}


def _with(domain: Domain, *actions: Action) -> Domain:
    return replace(domain, actions={**domain.actions, **{each.name: each for each in actions}})


def _keeping(action: Action, is_kept: Callable[[Atom], bool]) -> Action:
    """Return the action with those literals alone whose atoms are kept."""
    conditions = tuple(each for each in conjuncts(action.conditions_at_start) if is_kept(_atom(each)))
    effects = tuple(each for each in action.effects_at_start if not isinstance(each, FactEffect) or is_kept(each.atom))
    return replace(action, conditions_at_start=conjunction(conditions), effects_at_start=effects)


def _is_of_other(predicate: str) -> Callable[[Atom], bool]:
    return lambda atom: atom.predicate != predicate


def _is_without(name: str) -> Callable[[Atom], bool]:
    return lambda atom: name not in atom.arguments


def _atoms(action: Action) -> tuple[Atom, ...]:
    """Return the atoms of an action's literals, each once."""
    conditions = [_atom(each) for each in conjuncts(action.conditions_at_start)]
    effects = [each.atom for each in action.effects_at_start if isinstance(each, FactEffect)]
    return tuple(dict.fromkeys((*conditions, *effects)))


def _atom(literal: Condition) -> Atom:
    """Return the atom of a literal.

    Raises:
        ValueError: the condition is no literal.
    """
    atom = literal.condition if isinstance(literal, Not) else literal
    if not isinstance(atom, Atom):
        raise ValueError(f"{literal} is no literal")
    return atom
