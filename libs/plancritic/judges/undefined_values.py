"""Whether a number has no value somewhere in a plan, where one would have to be computed.

VAL computes with infinite numbers there and Kairos gives the plan up at the first: only the executor knows whether the
value matters, so the two leave the plan to it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from plancritic.judges.case import Case, executed
from plancritic.pddl.execution import MOST_LOOKED_AT, State, Trajectory
from plancritic.pddl.grounding import computed, conditional_effects, ground_action
from plancritic.pddl.language import (
    Comparison,
    Condition,
    GroundAction,
    Plan,
    Problem,
    Step,
    UndefinedValueError,
    UnknownActionError,
    comparisons,
    expression_fluents,
    fluents,
    ground,
    holds,
    number_text,
)

_MULTIPLIES = re.compile(r"\(\s*(?:[*/]|scale-up|scale-down)(?=[\s(])", re.IGNORECASE)


def undefined_value(case: Case) -> str | None:
    """Return why a number has no value, or why that cannot be told; None where all have one.

    A judge asks only where the case is not too much: the plan is executed.
    """
    problem = case.problem
    if problem is None:
        return None
    conditions = [ground(each, {}, problem.objects_of_any) for one in case.constraints for each in one.conditions]
    if not _may_lack(case, problem, conditions):
        return None
    trajectory = executed(problem, case.plan)
    for fault in trajectory.faults:
        if fault.kind == "undefined":
            return str(fault)
    for looked_at, (comparison, state) in enumerate(_looks(trajectory, conditions)):
        if looked_at > MOST_LOOKED_AT:
            return f"more than {MOST_LOOKED_AT:,} comparisons are too many to check"
        try:
            holds(comparison, state.facts, state.values)
        except UndefinedValueError as error:
            return f"{error} at {number_text(round(state.time, 6))}"
    return None


def _may_lack(case: Case, problem: Problem, conditions: list[Condition]) -> bool:
    """Whether something is divided or multiplied anywhere, or a number is read that has no value initially."""
    text = (problem.domain.text, problem.text, *map(str, case.constraints))
    if any(_MULTIPLIES.search(each) for each in text):
        return True
    if any(fluent not in problem.values for condition in (problem.goal, *conditions) for fluent in fluents(condition)):
        return True
    actions = {action.text: action for _, action in _steps(problem, case.plan)}
    expressions = (expression for action in actions.values() for expression, _ in computed(action))
    return any(fluent not in problem.values for each in expressions for fluent in expression_fluents(each))


def _looks(trajectory: Trajectory, conditions: list[Condition]) -> Iterator[tuple[Comparison, State]]:
    """The comparisons that a judge may have to decide, each with the states in which it may have to."""
    states, problem = trajectory.states, trajectory.problem
    for comparison in comparisons(conditions):
        for state in states:
            yield comparison, state
    for comparison in comparisons((problem.goal,)):
        yield comparison, states[-1]
    times = [state.time for state in states[1:]]
    for step, action in _steps(problem, trajectory.plan):
        # State `begins` is the one that the happening of the step's start makes, `ends` that of its end.
        begins = ends = bisect_right(times, step.start)
        if action.duration is not None:
            ends = bisect_right(times, round(step.start + (step.duration or 0.0), 9))
        effects = tuple(conditional_effects((*action.effects_at_start, *action.effects_at_end)))
        at_start = comparisons((action.conditions_at_start, *(each.at_start for each in effects)))
        over_all = comparisons((action.conditions_over_all, *(each.over_all for each in effects)))
        at_end = comparisons((action.conditions_at_end, *(each.at_end for each in effects)))
        yield from ((each, states[begins - 1]) for each in at_start)
        yield from ((each, state) for each in over_all for state in states[begins:ends])
        yield from ((each, states[ends - 1]) for each in at_end)


def _steps(problem: Problem, plan: Plan) -> Iterator[tuple[Step, GroundAction]]:
    """The steps with their actions; one that is no action of the problem is no question of numbers."""
    for step in plan.steps:
        try:
            yield step, ground_action(problem, step.action, step.arguments)
        except UnknownActionError:
            continue
