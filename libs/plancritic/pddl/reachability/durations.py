"""The least time that an action takes."""

from __future__ import annotations

from plancritic.pddl.language import LARGEST, GroundAction, Problem, UndefinedValueError, expression_fluents, value_of


def least_duration(action: GroundAction, problem: Problem, changing: frozenset[str]) -> float:
    """A lower bound on how long an action takes, 0 where nothing is known.

    It is at most `LARGEST`, so that sums of durations stay finite: a bound may only be too low.

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
    return min(least, LARGEST)


def varies(action: GroundAction, changing: frozenset[str]) -> bool:
    """Return whether how long an action takes depends on numbers that change."""
    return any(
        fluent.predicate in changing
        for bound in action.duration or ()
        for fluent in expression_fluents(bound.expression)
    )
