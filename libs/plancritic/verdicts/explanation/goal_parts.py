"""Which parts of the problem's own goal a clash needs: without them the constraints are not proved impossible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import (
    TRUE,
    Condition,
    Constraint,
    ConstraintType,
    Plan,
    Problem,
    conjuncts,
    ground,
    plan_bound,
)
from plancritic.verdicts import analysis


def goal_in_clash(problem: Problem, clash: Sequence[Constraint]) -> tuple[Condition, ...]:
    """Return the parts of the goal that constraints clash with which no plan that reaches the goal meets.

    The goal is put as constraints beside the others, and what the proof does not need is left out. Where reachability
    proves nothing, it is the one part that is not so at the start, if the plan without steps meets the constraints:
    then it is the goal that they clash with. Empty where the constraints clash without the goal, or that is open, also
    where several parts are not so at the start: which of them clash nobody knows.
    """
    parts = tuple(each for each in conjuncts(ground(problem.goal, {}, problem.objects_of_any)) if each != TRUE)
    free = replace(problem, goal=TRUE)
    proved = _needed(free, clash, parts)
    if proved is not None:
        return proved
    nothing = execute(free, Plan(()))
    # The plan without steps meets every upper bound on the whole plan that some plan meets.
    if any(judge_constraint(nothing, each).satisfied is not True for each in clash if not _is_upper_bound(each)):
        return ()
    unmet = tuple(each for each in parts if judge_constraint(nothing, _at_end(each)).satisfied is not True)
    return unmet if len(unmet) == 1 else ()


def _needed(problem: Problem, clash: Sequence[Constraint], parts: Sequence[Condition]) -> tuple[Condition, ...] | None:
    """Return the parts that a proof needs, none of them needlessly; None where nothing is proved."""
    found = analysis.proof(problem, [*clash, *map(_at_end, parts)])
    if found is None:
        return None
    kept = [each for place, each in enumerate(parts, start=len(clash)) if place in found.constraints]
    for each in tuple(kept):
        rest = [other for other in kept if other is not each]
        if analysis.proof(problem, [*clash, *map(_at_end, rest)]) is not None:
            kept = rest
    return tuple(kept)


def _is_upper_bound(constraint: Constraint) -> bool:
    bound = plan_bound(constraint)
    return bound is not None and bound.is_upper


def _at_end(condition: Condition) -> Constraint:
    return Constraint(ConstraintType.AT_END, (condition,))
