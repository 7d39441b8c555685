"""Whether a number may have no value somewhere in a task: engines differ there, and no word of theirs is a proof."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from plancritic.pddl.grounding import Invariants, Types, computed, ground_action
from plancritic.pddl.language import (
    Atom,
    Comparison,
    Constraint,
    ExpansionTooLargeError,
    Expression,
    Problem,
    UndefinedValueError,
    comparisons,
    divisors,
    expression_fluents,
    expression_text,
    ground,
    holds,
    plan_bound,
    value_of,
)


def undefined_value(problem: Problem, constraints: Sequence[Constraint]) -> str | None:
    """Return why a number of goal, constraints or actions may have no value in some state; None where all have one.

    It may take seconds: goal and constraints are written out, and sometimes the actions that can be in a plan.
    """
    about_states = [each for each in constraints if plan_bound(each) is None]
    conditions = [each for constraint in about_states for each in constraint.conditions]
    grounded = [ground(each, {}, problem.objects_of_any) for each in conditions]
    for comparison in comparisons((problem.goal, *grounded)):
        try:
            holds(comparison, problem.facts, problem.values)
        except UndefinedValueError as error:
            return f"{error} in the initial state"
        for divisor in divisors(comparison):
            if _changes(problem, divisor):
                return f"{comparison} divides by {expression_text(divisor)}, which may become 0"
    return _of_actions(problem)


# An explanation asks for many parts of one task, and the actions are the same in all of them.
@lru_cache(maxsize=16)
def _of_actions(problem: Problem) -> str | None:
    suspect = False
    initially = _Initially(problem)
    for action in problem.domain.actions.values():
        for expression, types in computed(action):
            for divisor in _divisors(expression):
                if _changes(problem, divisor):
                    return f"action {action.name} divides by {expression_text(divisor)}, which may become 0"
                suspect = suspect or not initially.never_zero(divisor, types)
            suspect = suspect or not all(initially.complete(each, types) for each in expression_fluents(expression))
    # Numbers are often left out where no action reads them: of places without a road, for instance.
    return _of_ground_actions(problem) if suspect else None


def _of_ground_actions(problem: Problem) -> str | None:
    try:
        names = Invariants.of(problem).reachable_actions
    except ExpansionTooLargeError as error:
        return f"it is unknown whether every number has one: {error}"
    for name, arguments in names:
        action = ground_action(problem, name, arguments)
        for expression, _ in computed(action):
            try:
                # A duration of 0 is the only one by which nothing can be divided.
                value_of(expression, problem.values, duration=0.0)
            except UndefinedValueError as error:
                return f"{error} in the initial state, and {action.text} computes with it"
    return None


class _Initially:
    """What is known of the initial numbers without writing out any action."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._values: dict[str, list[tuple[Atom, float]]] = {}
        for fluent, value in problem.values.items():
            self._values.setdefault(fluent.predicate, []).append((fluent, value))

    def complete(self, fluent: Atom, types: Types) -> bool:
        """Return whether the fluent has a value whatever objects of their types its variables stand for."""
        wanted = math.prod(len(objects) for objects in self._objects(fluent, types))
        return wanted == sum(1 for _ in self._fitting(fluent, types))

    def never_zero(self, divisor: Expression, types: Types) -> bool:
        """Whether a divisor that nothing changes surely is not 0; only numbers and plain fluents are looked at."""
        if isinstance(divisor, Atom):
            return self.complete(divisor, types) and all(value for value in self._fitting(divisor, types))
        return not any(True for _ in expression_fluents(divisor)) and "?duration" not in expression_text(divisor)

    def _objects(self, fluent: Atom, types: Types) -> list[frozenset[str]]:
        return [
            frozenset(self._problem.objects_of(*types[each]) if each in types else (each,)) for each in fluent.arguments
        ]

    def _fitting(self, fluent: Atom, types: Types) -> Iterator[float]:
        objects = self._objects(fluent, types)
        for each, value in self._values.get(fluent.predicate, ()):
            if all(argument in fitting for argument, fitting in zip(each.arguments, objects, strict=True)):
                yield value


def _divisors(expression: Expression) -> Iterator[Expression]:
    return divisors(Comparison("=", expression, 0.0))


def _changes(problem: Problem, expression: Expression) -> bool:
    return any(each.predicate in problem.changing_functions for each in expression_fluents(expression))
