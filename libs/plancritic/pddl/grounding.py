"""Ground atoms and ground actions of a problem, and which predicates a domain can change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from plancritic.pddl.conditions import Atom, Binding, bind_atom, bind_expression, bindings, ground
from plancritic.pddl.errors import UnknownActionError
from plancritic.pddl.model import (
    ConditionalEffect,
    Domain,
    DurationBound,
    Effect,
    FactEffect,
    GroundAction,
    NumericEffect,
    Problem,
    UniversalEffect,
)
from plancritic.pddl.names import did_you_mean


def ground_atoms(problem: Problem, predicate: str | None = None) -> tuple[Atom, ...]:
    """Every atom of the right types, of one predicate or of all, in order of declaration.

    Raises:
        KeyError: There is no such predicate.
    """
    names = problem.domain.predicates if predicate is None else (predicate.lower(),)
    found: list[Atom] = []
    for name in names:
        columns = [problem.objects_of(*parameter.types) for parameter in problem.domain.predicates[name]]
        found.extend(Atom(name, arguments) for arguments in product(*columns))
    return tuple(found)


def ground_action(problem: Problem, name: str, arguments: tuple[str, ...]) -> GroundAction:
    """The action with these objects; each is made once a problem.

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
