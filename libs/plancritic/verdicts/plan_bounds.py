"""Proofs that no plan keeps a bound on the whole plan, and what follows from a bound for single constraints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.pddl.language import (
    TOTAL_STEPS,
    TOTAL_TIME,
    Condition,
    Constraint,
    ConstraintType,
    PlanBound,
    Problem,
    conjunction,
    conjuncts,
    form_complaints,
    ground,
    plan_bound,
)
from plancritic.pddl.reachability.least_steps import least_steps

#: Types whose condition holds in some state of every plan that satisfies them, and which of them in the last one.
_LAST = frozenset({ConstraintType.ALWAYS, ConstraintType.AT_END, ConstraintType.HOLD_AFTER})
_SOME = frozenset({*_LAST, ConstraintType.SOMETIME, ConstraintType.WITHIN})


@dataclass(frozen=True, slots=True)
class Consequence:
    """A constraint that follows from others; `origins` are their places."""

    constraint: Constraint
    origins: tuple[int, ...]


def too_few_steps(problem: Problem, constraints: Sequence[Constraint]) -> tuple[str, tuple[int, ...]] | None:
    """Why the fewest steps that any plan needs are more than a bound allows, and the places of what the proof needs."""
    for place, constraint in enumerate(constraints):
        bound = plan_bound(constraint)
        if bound is None or bound.measure != TOTAL_STEPS or not bound.is_upper:
            continue
        most = math.ceil(bound.limit) - 1 if bound.operator == "<" else math.floor(bound.limit)
        asked = {
            index: ground(one.conditions[0], {}, problem.objects_of_any)
            for index, one in enumerate(constraints)
            if one.type in _SOME and plan_bound(one) is None and not form_complaints(one)
        }
        for places in ((), *((index,) for index in asked), tuple(asked)):
            least = least_steps(problem, (problem.goal, *(asked[index] for index in places)))
            if least > most:
                beside = f", given {' and '.join(str(constraints[index]) for index in places)}" if places else ""
                reason = f"{bound} cannot be met: every plan has at least {least} steps{beside}"
                return reason, tuple(sorted((place, *places)))
    return None


def consequences(problem: Problem, constraints: Sequence[Constraint]) -> tuple[Consequence, ...]:
    """Return what has to be true in time where a bound says when the plan ends: the goal and what constraints ask for.

    Nothing follows where a timed literal comes after the end: it may bring about what the goal needs.
    """
    ends = [
        (bound.limit, place)
        for place, each in enumerate(constraints)
        if (bound := plan_bound(each)) is not None and _limits_end(bound)
    ]
    if not ends:
        return ()
    limit, place = min(ends)
    if any(literal.time > limit for literal in problem.timed_literals):
        return ()
    found = [Consequence(_within(limit, part), (place,)) for part in conjuncts(problem.goal)]
    found.append(Consequence(_within(limit, problem.goal), (place,)))
    last: list[Condition] = [problem.goal]
    places = [place]
    for index, each in enumerate(constraints):
        if each.type not in _SOME or plan_bound(each) is not None or form_complaints(each):
            continue
        condition = ground(each.conditions[0], {}, problem.objects_of_any)
        if each.type in _LAST:
            last.append(condition)
            places.append(index)
        if each.type is not ConstraintType.ALWAYS:
            due = min(limit, *each.bounds) if each.type is ConstraintType.WITHIN else limit
            found.append(Consequence(_within(due, condition), (place, index)))
    if len(last) > 1:
        found.append(Consequence(_within(limit, conjunction(tuple(last))), tuple(sorted(places))))
    return tuple(found)


def _limits_end(bound: PlanBound) -> bool:
    return bound.measure == TOTAL_TIME and bound.is_upper


def _within(limit: float, condition: Condition) -> Constraint:
    return Constraint(ConstraintType.WITHIN, (condition,), (limit,))
