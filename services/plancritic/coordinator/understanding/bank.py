"""The bank of plans on which the candidates of a statement are told apart, executed in process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.language import Constraint, Problem, parse_constraint, parse_plan


class Bank:
    """Plans of one problem, each executed once, in the order in which they were added; none twice."""

    def __init__(self, problem: Problem, plans: Iterable[str]) -> None:
        self._problem = problem
        self._trajectories: dict[str, Trajectory] = {}
        self._judged: dict[tuple[str, Constraint], bool] = {}
        self._parsed: dict[str, Constraint] = {}
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
        parsed = [self._parse(each) for each in constraints]
        return tuple(all(self._is_satisfied(plan, each) for each in parsed) for plan in self._trajectories)

    def _parse(self, text: str) -> Constraint:
        if text not in self._parsed:
            self._parsed[text] = parse_constraint(text)
        return self._parsed[text]

    def _is_satisfied(self, plan: str, constraint: Constraint) -> bool:
        key = (plan, constraint)
        if key not in self._judged:
            self._judged[key] = judge_constraint(self._trajectories[plan], constraint).satisfied is True
        return self._judged[key]
