"""How likely a plan does what was meant: the posterior of the behaviours that it satisfies."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.coordinator.problem.bank import Bank
from plancritic.pddl.language import Problem
from plancritic.posterior import StatementPosterior


class Meant:
    """Weighs plans by the posteriors of the statements, of which one that is taken for nothing has no say."""

    def __init__(self, problem: Problem, posteriors: Sequence[StatementPosterior]) -> None:
        self._problem = problem
        self._posteriors = tuple(posteriors)
        self._known: dict[str, tuple[float | None, ...]] = {}

    def of(self, plan: str) -> tuple[float | None, ...]:
        """Return for each statement the probability that the plan does what was meant; None for one not understood."""
        if plan not in self._known:
            bank = Bank(self._problem, (plan,))
            self._known[plan] = tuple(
                None
                if found.best is None
                else sum(each.probability for each in found.behaviours if bank.satisfied(each.best.constraints)[0])
                for found in self._posteriors
            )
        return self._known[plan]
