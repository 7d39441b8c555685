"""The domain that a description declares, without actions; and the same with schemas for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions.description_error import DescriptionError
from plancritic.domains.descriptions.one_line import one_line
from plancritic.domains.descriptions.parameters import bare_parameters, prescribed_duration, read_prescribed
from plancritic.pddl.language import (
    Action,
    Domain,
    PddlSyntaxError,
    atoms,
    parse_domain,
    read_one,
    write_domain,
)

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*\Z")
#: Words that mean something else where a predicate could stand.
_RESERVED = frozenset(
    {"and", "or", "not", "when", "forall", "exists", "imply", "either", "increase", "decrease", "assign", "preference"}
)


def skeleton_of(description: DomainDescription) -> Domain:
    """Return the domain with the types, predicates and functions of a description and without actions.

    Raises:
        DescriptionError: A name, a type, a predicate or a prescribed signature cannot be read.
    """
    _check_name(("domain",), description.domain)
    for declared in description.types:
        _check_type(declared)
    for declared in description.predicates:
        _check_declaration("predicates", declared)
    for declared in description.functions:
        _check_declaration("functions", declared)
    # A type without a parent stands last: `a b - c` would give both the parent.
    types = sorted(description.types, key=lambda each: " - " not in one_line(each))
    keys = [("domain",), ("domain",), ("types",), *(("types", each) for each in types), ("predicates",)]
    keys += [("predicates", each) for each in description.predicates]
    requirements = [":strips", ":typing", ":negative-preconditions"]
    requirements += [":numeric-fluents"] if description.functions else []
    requirements += [":durative-actions"] if description.is_temporal else []
    functions: tuple[str, ...] = ()
    if description.functions:
        functions = (") (:functions", *map(one_line, description.functions))
        keys += [("functions",), *(("functions", each) for each in description.functions)]
    lines = (
        f"(define (domain {description.domain})",
        f"(:requirements {' '.join(requirements)})",
        "(:types",
        *map(one_line, types),
        ") (:predicates",
        *map(one_line, description.predicates),
        *functions,
        "))\n",
    )
    text = "\n".join(lines if types else (*lines[:2], "(:predicates", *lines[4:]))
    if not types:
        keys.pop(2)
    try:
        skeleton = parse_domain(text, "description")
    except PddlSyntaxError as error:
        path = keys[min(error.line, len(keys)) - 1]
        raise DescriptionError(path, error.message, error.remedy) from None
    _check_actions(description, skeleton)
    return skeleton


def with_schemas(skeleton: Domain, schemas: Mapping[str, Action]) -> Domain:
    """Return the skeleton with these actions and its PDDL as `text`; `:equality` is required where one compares.

    Nothing is parsed: every schema was read in this skeleton when it was made.
    """
    conditions = (
        each
        for schema in schemas.values()
        for each in (schema.conditions_at_start, schema.conditions_over_all, schema.conditions_at_end)
    )
    compares = any(atom.predicate == "=" for each in conditions for atom in atoms(each))
    requirements = (*skeleton.requirements, ":equality") if compares else skeleton.requirements
    domain = replace(skeleton, requirements=requirements, actions=dict(schemas))
    return replace(domain, text=write_domain(domain))


def schema_of(skeleton: Domain, text: str) -> Action:
    """Return the action that a PDDL text holds, read in the skeleton.

    Raises:
        PddlSyntaxError: The text is no legal action of the domain; lines count from the action's first.
    """
    head = write_domain(replace(skeleton, requirements=(*skeleton.requirements, ":equality")))
    body = head.rstrip().removesuffix(")").rstrip()
    domain = parse_domain(f"{body}\n{text}\n)", "schema")
    if len(domain.actions) != 1:
        raise PddlSyntaxError(f"one action expected, found {len(domain.actions)}", "schema", 1, 1)
    return next(iter(domain.actions.values()))


def _check_name(path: tuple[str, ...], name: str) -> None:
    if not _NAME.match(name) or name.lower() in _RESERVED:
        raise DescriptionError(path, f"{name!r} is no PDDL name", "use letters, digits, - and _, a letter first")


def _check_type(declared: str) -> None:
    name, dash, parent = one_line(declared).partition(" - ")
    for each in (name, parent) if dash else (name,):
        if not _NAME.match(each):
            remedy = "write the type's name, or `type - parent`"
            raise DescriptionError(("types", declared), f"{declared!r} declares no type", remedy)


def _check_declaration(section: Literal["predicates", "functions"], declared: str) -> None:
    path, remedy = (section, declared), "write it as PDDL does: (on ?x ?y - block)"
    what = section.removesuffix("s")
    try:
        group = read_one(declared, "description")
    except PddlSyntaxError as error:
        raise DescriptionError(path, f"{declared!r} declares no {what}: {error.message}", remedy) from None
    if ";" in declared or not _NAME.match(group.head) or group.head in _RESERVED:
        raise DescriptionError(path, f"{declared!r} declares no {what}", remedy)


def _check_actions(description: DomainDescription, skeleton: Domain) -> None:
    seen: set[str] = set()
    for name, action in description.actions.items():
        path = ("actions", name)
        _check_name(path, name)
        if name.lower() in seen:
            raise DescriptionError(path, f"action {name!r} described twice", "leave one of the two out")
        seen.add(name.lower())
        if not (action.detailed or action.layman):
            message = f"action {name!r} is not described in words"
            raise DescriptionError(path, message, "write what it does under `detailed` or `layman`")
        if action.parameters is not None:
            try:
                signature_of(skeleton, action.parameters)
            except PddlSyntaxError as error:
                message = f"the parameters of {name!r} cannot be read: {error.message}"
                raise DescriptionError((*path, "parameters"), message, error.remedy) from None
        duration = prescribed_duration(description, name)
        if duration is not None:
            try:
                timed_signature(skeleton, action.parameters or "", duration)
            except PddlSyntaxError as error:
                message = f"the duration of {name!r} cannot be read: {error.message}"
                remedy = "write it over the prescribed parameters and the functions, or in words"
                raise DescriptionError((*path, "duration"), message, remedy) from None


def signature_of(skeleton: Domain, parameters: str) -> Action:
    """Return an action without conditions and effects that has the prescribed parameters.

    Raises:
        PddlSyntaxError: They are no typed variables of the domain.
    """
    read_prescribed(parameters)
    return schema_of(skeleton, f"(:action signature :parameters ({bare_parameters(parameters)}) :effect (and))")


def timed_signature(skeleton: Domain, parameters: str, duration: str) -> Action:
    """Return an action without conditions and effects that has these parameters and takes so long (PDDL).

    Raises:
        PddlSyntaxError: The duration is no numeric expression over the parameters and the domain's functions.
    """
    bounds = f":duration (= ?duration {duration}) :condition (and) :effect (and)"
    return schema_of(skeleton, f"(:durative-action signature :parameters ({bare_parameters(parameters)}) {bounds})")
