"""The least time that an action takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancritic.pddl.conditions import expression_fluents
from plancritic.pddl.errors import UndefinedValueError
from plancritic.pddl.evaluation import value_of
from plancritic.pddl.model import ConditionalEffect, Effect, GroundAction, NumericEffect, Problem, UniversalEffect


def changed_functions(problem: Problem) -> frozenset[str]:
    """Names of the functions that some effect or timed literal changes."""
    effects: list[Effect] = [literal.effect for literal in problem.timed_literals]
    for action in problem.domain.actions.values():
        effects += [*action.effects_at_start, *action.effects_at_end]
    return frozenset(_changed(effects))


def _changed(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        match effect:
            case NumericEffect():
                yield effect.fluent.predicate
            case ConditionalEffect() | UniversalEffect():
                yield from _changed(effect.effects)


def least_duration(action: GroundAction, problem: Problem, changing: frozenset[str]) -> float:
    """A lower bound on how long an action takes, 0 where nothing is known.

    Args:
        action: A durative action.
        problem: Gives the numbers that never change.
        changing: Names of the functions that change.
    """
    least = 0.0
    for bound in action.duration or ():
        numbers = tuple(expression_fluents(bound.expression))
        if bound.operator in ("=", ">", ">=") and not any(each.predicate in changing for each in numbers):
            try:
                least = max(least, value_of(bound.expression, problem.values))
            except UndefinedValueError:
                continue
    return least


def varies(action: GroundAction, changing: frozenset[str]) -> bool:
    """Whether how long an action takes depends on numbers that change."""
    return any(
        fluent.predicate in changing
        for bound in action.duration or ()
        for fluent in expression_fluents(bound.expression)
    )
