"""Whether a reading behaves like the ground truth, on plans of the evaluation's own that no run sees."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.planning import PlanProved, SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.domains import DomainBundle
from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.language import Problem, parse_constraint, parse_domain, parse_plan, parse_problem
from plancritic.pddl.specification import canonical_key
from plancritic.threads import in_thread
from plancritic.verdicts import Verdicts, portfolio, standard_judges

_LIMITS = SolveLimits(seconds=1.0, deterministic=True)


class MeaningJudge:
    """Compares readings with ground truths of one domain, each problem with a bank of plans that grows.

    The bank has the plan without feedback, one plan for each ground truth seen, and one for each reading compared.
    """

    def __init__(self, bundle: DomainBundle) -> None:
        self._bundle = bundle
        self._domain = parse_domain(bundle.domain_pddl)
        self._verdicts = Verdicts(portfolio(None), standard_judges())
        self._problems: dict[str, Problem] = {}
        self._banks: dict[str, dict[str, Trajectory]] = {}
        self._planned: set[tuple[str, tuple[str, ...]]] = set()

    async def aclose(self) -> None:
        """End the planners."""
        await self._verdicts.close()

    async def behaves_like(self, problem: str, reading: Sequence[str], truth: Sequence[str]) -> bool:
        """Return whether every plan of the bank satisfies both or neither.

        A reading and a truth that no plan of the bank satisfies are alike only where their canonical forms are.
        """
        if canonical_key(map(parse_constraint, reading)) == canonical_key(map(parse_constraint, truth)):
            return True
        for each in ((), tuple(truth), tuple(reading)):
            await self._plan(problem, each)
        # As it is now: other elements add to it meanwhile.
        bank = tuple(self._banks[problem].values())
        return await in_thread(lambda: self._alike(bank, reading, truth))

    @staticmethod
    def _alike(bank: Sequence[Trajectory], reading: Sequence[str], truth: Sequence[str]) -> bool:
        ours, theirs = [_met(each, reading) for each in bank], [_met(each, truth) for each in bank]
        return ours == theirs and any(theirs)

    async def _plan(self, problem: str, constraints: tuple[str, ...]) -> None:
        """Add a plan that satisfies the constraints to the problem's bank, where one is found."""
        if (problem, constraints) in self._planned:
            return
        self._planned.add((problem, constraints))
        text = self._bundle.problem(problem)
        specification = tuple(TracedConstraint(constraint=each) for each in constraints)
        verdict = await self._verdicts.verdict(self._bundle.domain_pddl, text, specification, _LIMITS)
        bank = self._banks.setdefault(problem, {})
        if problem not in self._problems:
            self._problems[problem] = parse_problem(text, self._domain)
        if isinstance(verdict, PlanProved) and verdict.plan not in bank:
            bank[verdict.plan] = await in_thread(lambda: execute(self._problems[problem], parse_plan(verdict.plan)))


def _met(trajectory: Trajectory, constraints: Sequence[str]) -> bool:
    return all(judge_constraint(trajectory, parse_constraint(each)).satisfied is True for each in constraints)
