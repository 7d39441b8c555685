"""A domain's model from its s-expressions; the text has passed Kairos' parser."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.pddl.language.conditions import DURATION, Comparison, Condition, ForAll, Parameter, conjunction
from plancritic.pddl.language.formulas import (
    arguments,
    as_group,
    as_symbol,
    read_atom,
    read_condition,
    read_expression,
    read_parameters,
    unsupported,
)
from plancritic.pddl.language.model import (
    Action,
    ActionPreference,
    ConditionalEffect,
    Domain,
    DurationBound,
    Effect,
    FactEffect,
    NumericEffect,
    UniversalEffect,
)
from plancritic.pddl.language.syntax import Group, Node, Symbol, read_one, typed_list

_UNSUPPORTED = {":derived": "derived-predicates", ":process": "processes", ":event": "events"}
_NUMERIC = frozenset({"assign", "increase", "decrease", "scale-up", "scale-down"})
START, OVER_ALL, END = "at start", "over all", "at end"


def read_domain(text: str, filename: str) -> Domain:
    """Build the model of a domain.

    Raises:
        PddlSyntaxError: The text is no domain.
        UnsupportedFeatureError: It uses a feature the model lacks.
    """
    root = read_one(text, filename)
    display: dict[str, str] = {}
    name = ""
    requirements: tuple[str, ...] = ()
    types: dict[str, str] = {}
    further: dict[str, tuple[str, ...]] = {}
    constants: dict[str, str] = {}
    further_types: dict[str, tuple[str, ...]] = {}
    predicates: dict[str, tuple[Parameter, ...]] = {}
    functions: dict[str, tuple[Parameter, ...]] = {}
    actions: dict[str, Action] = {}
    constraints: Group | None = None
    for section in root.children[1:]:
        group = as_group(section, "a section")
        content = group.children[1:]
        match group.head:
            case "domain":
                name = as_symbol(content[0], "a name").name
            case ":requirements":
                requirements = tuple(as_symbol(node, "a requirement").name for node in content)
            case ":types":
                for symbol, parents in typed_list(content):
                    display[symbol.name] = symbol.text
                    if symbol.name in types:
                        remedy = "leave one of the declarations out; write (either a b) for a type with two parents"
                        raise symbol.error(f"type {symbol.text!r} declared twice", "semantic.duplicate_type", remedy)
                    if symbol.name != "object":
                        types[symbol.name] = parents[0]
                        if parents[1:]:
                            further[symbol.name] = parents[1:]
            case ":constants":
                read_objects(content, constants, further_types, display)
            case ":predicates":
                predicates.update(_signatures(content, display))
            case ":functions":
                functions.update(_signatures(_without_number_types(content), display))
            case ":action" | ":durative-action":
                action = _read_action(group, display)
                actions[action.name] = action
            case ":constraints":
                constraints = group
            case head if head in _UNSUPPORTED:
                raise unsupported(_UNSUPPORTED[head], group)
            case head:
                raise group.error(f"unknown section {head!r}", "parse.unknown_section")
    return Domain(
        name,
        requirements,
        types,
        constants,
        predicates,
        functions,
        actions,
        display,
        further,
        further_types,
        constraints,
        text,
        filename,
    )


def read_objects(
    nodes: tuple[Node, ...], objects: dict[str, str], further: dict[str, tuple[str, ...]], display: dict[str, str]
) -> None:
    """Add declared objects with their types.

    Raises:
        PddlSyntaxError: One is declared twice here; a constant may be declared among the objects again.
    """
    seen: set[str] = set()
    for symbol, types in typed_list(nodes):
        if symbol.name in seen:
            remedy = "leave one of the declarations out; write (either a b) for an object of two types"
            raise symbol.error(f"{symbol.text!r} declared twice", "semantic.duplicate_object", remedy)
        seen.add(symbol.name)
        objects[symbol.name] = types[0]
        display[symbol.name] = symbol.text
        if types[1:]:
            further[symbol.name] = types[1:]


def _signatures(nodes: tuple[Node, ...], display: dict[str, str]) -> Iterator[tuple[str, tuple[Parameter, ...]]]:
    for node in nodes:
        group = as_group(node, "a declaration")
        symbol = as_symbol(group.children[0], "a name")
        display[symbol.name] = symbol.text
        yield (
            symbol.name,
            tuple(Parameter(variable.name, types) for variable, types in typed_list(group.children[1:])),
        )


def _without_number_types(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    kept: list[Node] = []
    expects_type = False
    for node in nodes:
        if expects_type:
            if not (isinstance(node, Symbol) and node.name == "number"):
                raise unsupported("object-fluents", node)
            expects_type = False
        elif isinstance(node, Symbol) and node.text == "-":
            expects_type = True
        else:
            kept.append(node)
    return tuple(kept)


def _read_action(group: Group, display: dict[str, str]) -> Action:
    symbol = as_symbol(group.children[1], "a name")
    display[symbol.name] = symbol.text
    parts = {
        as_symbol(key, "a keyword").name: value
        for key, value in zip(group.children[2::2], group.children[3::2], strict=True)
    }
    parameters = read_parameters(parts[":parameters"]) if ":parameters" in parts else ()
    durative = group.head == ":durative-action"
    conditions: dict[str, list[Condition]] = {START: [], OVER_ALL: [], END: []}
    preferences: list[ActionPreference] = []
    default = None if durative else START
    for key in (":condition", ":precondition"):
        if key in parts:
            for moment, condition in _timed_conditions(parts[key], default, preferences):
                conditions[moment].append(condition)
    effects: dict[str, list[Effect]] = {START: [], END: []}
    if ":effect" in parts:
        for moment, effect in _timed_effects(parts[":effect"], default):
            effects[moment].append(effect)
    return Action(
        symbol.name,
        parameters,
        tuple(_duration_bounds(parts[":duration"], False)) if durative else None,
        conjunction(tuple(conditions[START])),
        conjunction(tuple(conditions[OVER_ALL])),
        conjunction(tuple(conditions[END])),
        tuple(effects[START]),
        tuple(effects[END]),
        tuple(preferences),
    )


def _moment(group: Group) -> str | None:
    """`at start`, `over all` or `at end` where the list says so (`(at end x)` may be an atom: three words)."""
    children = group.children
    if len(children) == 3 and isinstance(children[1], Symbol) and isinstance(children[2], Group):
        words = f"{group.head} {children[1].name}"
        return words if words in (START, OVER_ALL, END) else None
    return None


def _timed_conditions(
    node: Node, moment: str | None, preferences: list[ActionPreference]
) -> Iterator[tuple[str, Condition]]:
    """Conjuncts with the moment at which each is needed."""
    group = as_group(node, "a condition")
    if not group.children:
        return
    stated = _moment(group) if moment is None else None
    if stated:
        yield from _timed_conditions(group.children[2], stated, preferences)
    elif group.head == "and":
        for child in group.children[1:]:
            yield from _timed_conditions(child, moment, preferences)
    elif group.head == "preference":
        *name, wish = group.children[1:]
        label = as_symbol(name[0], "a name").name if name else "anonymous"
        preferences.extend(
            ActionPreference(label, when, part) for when, part in _timed_conditions(wish, moment, preferences)
        )
    elif moment is None and group.head == "forall":
        variables, inner = arguments(group, 2, "variables and a condition")
        parameters = read_parameters(variables)
        for when, condition in _timed_conditions(inner, None, preferences):
            yield when, ForAll(parameters, condition)
    elif moment is None:
        raise group.error("expected 'at start', 'over all' or 'at end'", "parse.untimed_condition")
    else:
        yield moment, read_condition(group)


def _timed_effects(node: Node, moment: str | None) -> Iterator[tuple[str, Effect]]:
    group = as_group(node, "an effect")
    if not group.children:
        return
    stated = _moment(group) if moment is None else None
    if stated:
        if stated == OVER_ALL:
            raise group.error("an effect takes place at start or at end", "parse.untimed_effect")
        yield from _timed_effects(group.children[2], stated)
    elif group.head == "and":
        for child in group.children[1:]:
            yield from _timed_effects(child, moment)
    elif group.head == "forall":
        variables, inner = arguments(group, 2, "variables and an effect")
        parameters = read_parameters(variables)
        for when, effect in _timed_effects(inner, moment):
            yield when, UniversalEffect(parameters, (effect,))
    elif group.head == "when":
        yield from _conditional_effects(group, moment)
    elif moment is None and group.head in ("increase", "decrease"):
        raise unsupported("continuous-effects", group)
    elif moment is None:
        raise group.error("expected 'at start' or 'at end'", "parse.untimed_effect")
    else:
        yield moment, _simple_effect(group)


def _conditional_effects(group: Group, moment: str | None) -> Iterator[tuple[str, Effect]]:
    premise, inner = arguments(group, 2, "a condition and an effect")
    conditions: dict[str, list[Condition]] = {START: [], OVER_ALL: [], END: []}
    for when, condition in _timed_conditions(premise, moment, []):
        conditions[when].append(condition)
    at_start, over_all, at_end = (conjunction(tuple(conditions[when])) for when in (START, OVER_ALL, END))
    for when, effect in _timed_effects(inner, moment):
        if when == START and (conditions[OVER_ALL] or conditions[END]):
            raise group.error(
                "an effect at start cannot depend on what comes later", "semantic.effect_before_condition"
            )
        yield when, ConditionalEffect(at_start, over_all, at_end, (effect,))


def _simple_effect(group: Group) -> Effect:
    if group.head == "not":
        return FactEffect(read_atom(arguments(group, 1, "one atom")[0]), False)
    if group.head in _NUMERIC:
        fluent, expression = arguments(group, 2, "a fluent and a value")
        if isinstance(fluent, Symbol):
            raise unsupported("object-fluents", fluent)
        return NumericEffect(group.head, read_atom(fluent), read_expression(expression))
    return FactEffect(read_atom(group), True)


def _duration_bounds(node: Node, at_end: bool) -> Iterator[DurationBound]:
    group = as_group(node, "a duration")
    if not group.children:
        return
    if group.head == "and":
        for child in group.children[1:]:
            yield from _duration_bounds(child, at_end)
    elif stated := _moment(group):
        yield from _duration_bounds(group.children[2], stated == END)
    else:
        comparison = read_condition(group)
        if not isinstance(comparison, Comparison) or comparison.left != DURATION:
            raise group.error("expected a bound such as (= ?duration 1)", "parse.duration")
        yield DurationBound(comparison.operator, comparison.right, at_end)


__all__ = ["read_domain", "read_objects"]
