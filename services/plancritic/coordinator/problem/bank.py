"""The bank of plans on which the candidates of a statement are told apart, executed in process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.language import Problem, parse_constraint, parse_plan


class Bank:
    """Plans of one problem, each executed once, in the order in which they were added; none twice."""

    def __init__(self, problem: Problem, plans: Iterable[str]) -> None:
        self._problem = problem
        self._trajectories: dict[str, Trajectory] = {}
        for plan in plans:
            self.add(plan)

    @property
    def plans(self) -> tuple[str, ...]:
        """Return the plans as PDDL."""
        return tuple(self._trajectories)

    def add(self, plan: str) -> None:
        """Add a plan that is proved to be one of the problem."""
        if plan not in self._trajectories:
            self._trajectories[plan] = execute(self._problem, parse_plan(plan))

    def satisfied(self, constraints: Sequence[str]) -> tuple[bool, ...]:
        """Return for each plan whether it satisfies all of the constraints; one without a meaning nothing satisfies."""
        parsed = [parse_constraint(each) for each in constraints]
        return tuple(
            all(judge_constraint(trajectory, each).satisfied is True for each in parsed)
            for trajectory in self._trajectories.values()
        )
