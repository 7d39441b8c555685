"""Ground atoms and ground actions of a problem, and which predicates a domain can change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from plancritic.pddl.language import (
    Atom,
    Binding,
    ConditionalEffect,
    Domain,
    DurationBound,
    Effect,
    ExpansionTooLargeError,
    FactEffect,
    GroundAction,
    Group,
    Node,
    NumericEffect,
    Problem,
    UniversalEffect,
    UnknownActionError,
    bind_atom,
    bind_expression,
    bindings,
    did_you_mean,
    ground,
    instances,
    parts_of,
    read_one,
)

#: So many ground atoms may be listed at once, for instance as candidates for a mutation.
MOST_ATOMS = 200_000
#: So many ground actions may come up in an analysis. Measured: 25,000 take 2.3 s; in more no analysis of ours pays.
MOST_GROUND_ACTIONS = 100_000


def ground_atoms(problem: Problem, predicate: str | None = None) -> tuple[Atom, ...]:
    """Return every atom of the right types, of one predicate or of all, in order of declaration.

    Raises:
        KeyError: There is no such predicate.
        ExpansionTooLargeError: They are more than `MOST_ATOMS`; nothing is made then.
    """
    names = problem.domain.predicates if predicate is None else (predicate.lower(),)
    found: list[Atom] = []
    total = 0
    for name in names:
        total += instances(problem.domain.predicates[name], problem.objects_of_any)
        if total > MOST_ATOMS:
            raise predicate_too_large(problem.domain, name, total, MOST_ATOMS)
    for name in names:
        columns = [problem.objects_of(*parameter.types) for parameter in problem.domain.predicates[name]]
        found.extend(Atom(name, arguments) for arguments in product(*columns))
    return tuple(found)


def predicate_too_large(domain: Domain, predicate: str, size: int, bound: int) -> ExpansionTooLargeError:
    """Return the error to raise about a predicate with too many ground atoms, at the place where it is declared."""
    declarations = (
        node
        for section in _sections(domain)
        if section.head == ":predicates" and isinstance(section, Group)
        for node in section.children[1:]
    )
    return _at((node for node in declarations if node.head == predicate), domain, size, bound)


def action_too_large(domain: Domain, action: str, size: int, bound: int) -> ExpansionTooLargeError:
    """The error to raise where an action is the one with which the ground actions become too many, at its place."""
    named = (
        section
        for section in _sections(domain)
        if isinstance(section, Group) and section.head in (":action", ":durative-action")
        if str(section.children[1]).lower() == action
    )
    return _at(named, domain, size, bound)


def _sections(domain: Domain) -> tuple[Node, ...]:
    return read_one(domain.text, domain.file).children[1:] if domain.text else ()


def _at(nodes: Iterator[Node], domain: Domain, size: int, bound: int) -> ExpansionTooLargeError:
    place = next((node.source.place(node.start) for node in nodes), (1, 1))
    return ExpansionTooLargeError(size, bound, domain.file, *place)


def ground_action(problem: Problem, name: str, arguments: tuple[str, ...]) -> GroundAction:
    """Return the action with these objects; each is made once a problem.

    Raises:
        UnknownActionError: There is no such action, or an argument is missing, unknown or of the wrong type.
    """
    key = (name, *arguments)
    if key not in problem.ground_actions:
        problem.ground_actions[key] = _ground_action(problem, name, arguments)
    return problem.ground_actions[key]


def _ground_action(problem: Problem, name: str, arguments: tuple[str, ...]) -> GroundAction:
    action = problem.domain.actions.get(name)
    if action is None:
        raise UnknownActionError(f"unknown action {name!r}{did_you_mean(name, problem.domain.actions)}")
    if len(arguments) != len(action.parameters):
        raise UnknownActionError(f"{name} takes {len(action.parameters)} arguments, found {len(arguments)}")
    for parameter, argument in zip(action.parameters, arguments, strict=True):
        if argument not in problem.objects:
            fitting = problem.objects_of(*parameter.types)
            raise UnknownActionError(f"unknown object {argument!r}{did_you_mean(argument, fitting)}")
        if not any(problem.is_a(argument, wanted) for wanted in parameter.types):
            wanted = " or ".join(parameter.types)
            raise UnknownActionError(
                f"{argument} is of type {problem.objects[argument]}, {name} wants {wanted} for {parameter.name}"
            )
    binding = {parameter.name: argument for parameter, argument in zip(action.parameters, arguments, strict=True)}
    duration = action.duration
    return GroundAction(
        f"({' '.join((name, *arguments))})",
        None
        if duration is None
        else tuple(
            DurationBound(bound.operator, bind_expression(bound.expression, binding), bound.at_end)
            for bound in duration
        ),
        ground(action.conditions_at_start, binding, problem.objects_of_any),
        ground(action.conditions_over_all, binding, problem.objects_of_any),
        ground(action.conditions_at_end, binding, problem.objects_of_any),
        tuple(_ground_effects(action.effects_at_start, binding, problem)),
        tuple(_ground_effects(action.effects_at_end, binding, problem)),
    )


def action_parts(problem: Problem, name: str) -> int:
    """Return how many parts an action has with its quantifiers written out; none where there is no such action."""
    action = problem.domain.actions.get(name)
    if action is None:
        return 0
    conditions = (action.conditions_at_start, action.conditions_over_all, action.conditions_at_end)
    effects = (*action.effects_at_start, *action.effects_at_end)
    return sum(parts_of(each, problem.objects_of_any) for each in conditions) + _effect_parts(effects, problem)


def _effect_parts(effects: Iterable[Effect], problem: Problem) -> int:
    objects_of, total = problem.objects_of_any, 0
    for effect in effects:
        match effect:
            case ConditionalEffect(at_start, over_all, at_end, inner):
                total += sum(parts_of(each, objects_of) for each in (at_start, over_all, at_end))
                total += _effect_parts(inner, problem)
            case UniversalEffect(parameters, inner):
                total += instances(parameters, objects_of) * _effect_parts(inner, problem)
            case _:
                total += 1
    return total


def _ground_effects(effects: Iterable[Effect], binding: Binding, problem: Problem) -> Iterator[Effect]:
    objects_of = problem.objects_of_any
    for effect in effects:
        match effect:
            case FactEffect(atom, becomes):
                yield FactEffect(bind_atom(atom, binding), becomes)
            case NumericEffect(operator, fluent, expression):
                yield NumericEffect(operator, bind_atom(fluent, binding), bind_expression(expression, binding))
            case ConditionalEffect(at_start, over_all, at_end, inner):
                yield ConditionalEffect(
                    ground(at_start, binding, objects_of),
                    ground(over_all, binding, objects_of),
                    ground(at_end, binding, objects_of),
                    tuple(_ground_effects(inner, binding, problem)),
                )
            case UniversalEffect(parameters, inner):
                for extra in bindings(parameters, objects_of):
                    yield from _ground_effects(inner, {**binding, **extra}, problem)


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
