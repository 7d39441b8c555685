"""Where a plan shows that it satisfies a constraint: which condition has to hold in which states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plancritic.pddl.execution.satisfaction import judge_constraint
from plancritic.pddl.execution.states import TIME_TOLERANCE, State, Trajectory
from plancritic.pddl.language import Condition, Constraint, ConstraintType, UndefinedValueError, ground, holds


@dataclass(frozen=True, slots=True)
class Witness:
    """A ground condition that holds in the states `first` to `last` (indices), and has to."""

    condition: Condition
    first: int
    last: int


def witnesses(trajectory: Trajectory, constraint: Constraint) -> tuple[Witness, ...]:
    """Return what has to hold where for a constraint; nothing where the plan does not satisfy it.

    A constraint that asks for something to happen has one witness: the first time it happens. One that forbids, as
    `at-most-once` does, has none, since nothing has to be done for it.
    """
    rule = _RULES.get(constraint.type)
    if rule is None or judge_constraint(trajectory, constraint).satisfied is not True:
        return ()
    grounded = [ground(each, {}, trajectory.problem.objects_of_any) for each in constraint.conditions]
    truths = [[is_true(condition, state) for state in trajectory.states] for condition in grounded]
    return tuple(rule(trajectory, constraint, grounded, truths))


def never_begun(trajectory: Trajectory, constraint: Constraint) -> Condition | None:
    """Return the condition that would have bound the plan, where it is never true and the constraint holds so.

    None where the plan does not satisfy the constraint, and where the constraint has no condition that binds it.
    """
    if constraint.type not in _BOUND_BY_FIRST or judge_constraint(trajectory, constraint).satisfied is not True:
        return None
    condition = ground(constraint.conditions[0], {}, trajectory.problem.objects_of_any)
    return None if any(is_true(condition, state) for state in trajectory.states) else constraint.conditions[0]


def is_true(condition: Condition, state: State) -> bool:
    """Return whether a ground condition is true in a state; one without a value is not."""
    try:
        return holds(condition, state.facts, state.values)
    except UndefinedValueError:
        return False


#: What these ask for begins to count when their first condition is true.
_BOUND_BY_FIRST = frozenset(
    (
        ConstraintType.SOMETIME_BEFORE,
        ConstraintType.SOMETIME_AFTER,
        ConstraintType.ALWAYS_WITHIN,
    )
)

_Rule = Callable[[Trajectory, Constraint, Sequence[Condition], Sequence[Sequence[bool]]], list[Witness]]
_Conditions = Sequence[Condition]
_Truths = Sequence[Sequence[bool]]


def _always(trajectory: Trajectory, _: Constraint, conditions: _Conditions, truths: _Truths) -> list[Witness]:
    return [Witness(conditions[0], 0, len(trajectory.states) - 1)]


def _at_end(trajectory: Trajectory, _: Constraint, conditions: _Conditions, truths: _Truths) -> list[Witness]:
    return [Witness(conditions[0], len(trajectory.states) - 1, len(trajectory.states) - 1)]


def _sometime(_: Trajectory, __: Constraint, conditions: _Conditions, truths: _Truths) -> list[Witness]:
    return _first(conditions[0], truths[0], 0)


def _sometime_before(_: Trajectory, __: Constraint, conditions: _Conditions, truths: _Truths) -> list[Witness]:
    return _first(conditions[1], truths[1], 0) if any(truths[0]) else []


def _sometime_after(_: Trajectory, __: Constraint, conditions: _Conditions, truths: _Truths) -> list[Witness]:
    latest = max((index for index, truth in enumerate(truths[0]) if truth), default=None)
    return [] if latest is None else _first(conditions[1], truths[1], latest)


def _always_within(_: Trajectory, __: Constraint, conditions: _Conditions, truths: _Truths) -> list[Witness]:
    answers = [
        answer for index, truth in enumerate(truths[0]) if truth for answer in _first(conditions[1], truths[1], index)
    ]
    return list(dict.fromkeys(answers))


def _hold(trajectory: Trajectory, constraint: Constraint, conditions: _Conditions, truths: _Truths) -> list[Witness]:
    start = constraint.bounds[0]
    end = constraint.bounds[1] if constraint.type is ConstraintType.HOLD_DURING else float("inf")
    inside = [
        index
        for index, state in enumerate(trajectory.states)
        if start - TIME_TOLERANCE <= state.time < end - TIME_TOLERANCE
    ]
    indices = {trajectory.index_at(start), *inside}
    return [Witness(conditions[0], min(indices), max(indices))]


def _first(condition: Condition, truths: Sequence[bool], start: int) -> list[Witness]:
    found = next((index for index in range(start, len(truths)) if truths[index]), None)
    return [] if found is None else [Witness(condition, found, found)]


_RULES: dict[ConstraintType, _Rule] = {
    ConstraintType.ALWAYS: _always,
    ConstraintType.AT_END: _at_end,
    ConstraintType.SOMETIME: _sometime,
    ConstraintType.WITHIN: _sometime,
    ConstraintType.SOMETIME_BEFORE: _sometime_before,
    ConstraintType.SOMETIME_AFTER: _sometime_after,
    ConstraintType.ALWAYS_WITHIN: _always_within,
    ConstraintType.HOLD_DURING: _hold,
    ConstraintType.HOLD_AFTER: _hold,
}
