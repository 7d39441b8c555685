"""What a plan that is known already says of constraints it was not made for: its execution, judged."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.language import Constraint, PddlSyntaxError, Problem, parse_plan


@lru_cache(maxsize=256)
def executed(problem: Problem, plan: str) -> Trajectory | None:
    """The execution of a plan; None where it is no plan of the problem: unreadable, not executable, goal unmet."""
    try:
        trajectory = execute(problem, parse_plan(plan))
    except PddlSyntaxError:
        return None
    return None if trajectory.faults or not trajectory.goal_met else trajectory


def satisfied_by(problem: Problem, plan: str, constraints: Sequence[Constraint]) -> tuple[int, ...]:
    """Indices of the constraints that a plan satisfies; none for what is no plan of the problem."""
    trajectory = executed(problem, plan)
    if trajectory is None:
        return ()
    return tuple(
        index
        for index, constraint in enumerate(constraints)
        if judge_constraint(trajectory, constraint).satisfied is True
    )
