"""The true domain on its evaluation problems, its plans found once: HDE of any domain against it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.laboratory.refinement.benchmark.benchmark import BenchmarkDomain
from plancritic.laboratory.refinement.benchmark.strict import StrictComparison, compare, together
from plancritic.pddl.language import Domain, parse_domain, parse_problem
from plancritic.refiner.equivalence.canonical import canonical_domain
from plancritic.refiner.equivalence.executor import Executor
from plancritic.refiner.equivalence.measure import Equivalence, problem_equivalence
from plancritic.refiner.equivalence.plan_sets import PlanSet, PlanSets
from plancritic.threads import in_thread


@dataclass(frozen=True)
class Measured:
    """HDE of a domain, how many plans of it K* did not find within its limits, and on how many problems it gave up.

    A problem that is proved to have no plan in the domain is not one that was given up. `strict` is the comparison of
    all steps in all states that both domains reach in the evaluation problems.
    """

    equivalence: Equivalence
    strict: StrictComparison
    shortfall: int
    given_up: int


class Reference:
    """The true domain of a benchmark domain, ready for measuring others on the evaluation problems."""

    def __init__(self, benchmark: BenchmarkDomain, problems: Sequence[str], plans: Sequence[PlanSet]) -> None:
        self.benchmark = benchmark
        self.domain = canonical_domain(parse_domain(benchmark.text))
        self.plans = tuple(plans)
        self.problems = tuple(problems)
        self._parsed = [parse_problem(each, self.domain) for each in problems]
        self._true = [Executor(each) for each in self._parsed]
        self._known: dict[str, Measured] = {}
        self._differs: dict[str, bool] = {}

    @classmethod
    async def of(cls, benchmark: BenchmarkDomain, plan_sets: PlanSets) -> Reference:
        """Return the reference of a benchmark domain; its true plans are asked of the plan sets.

        Raises:
            RuntimeError: K* finds no plan for an evaluation problem, so that nothing can be measured.
        """
        text = canonical_domain(parse_domain(benchmark.text)).text
        problems = benchmark.evaluation_problems()
        found = [await plan_sets.plans(text, each) for each in problems]
        for number, each in enumerate(found, 1):
            if each.failure is not None:
                raise RuntimeError(f"{benchmark.name}: no plan for evaluation problem {number}: {each.failure!r}")
        return cls(benchmark, problems, found)

    def knows(self, domain: Domain) -> bool:
        """Return whether HDE of a domain was measured before."""
        return canonical_domain(domain).text in self._known

    async def measured(self, domain: Domain, plan_sets: PlanSets) -> Measured:
        """Return HDE of a domain; what was measured once is known.

        Raises:
            NotStripsError: the domain is more than STRIPS with negation and equality.
            PddlSyntaxError: an evaluation problem does not fit the domain.
        """
        text = canonical_domain(domain).text
        if text not in self._known:
            self._known[text] = await self._measure(parse_domain(text), plan_sets)
        return self._known[text]

    async def differs(self, domain: Domain, plan_sets: PlanSets) -> bool:
        """Return whether HDE of a domain is below 1; quicker than measuring it. Raises as `measured`."""
        text = canonical_domain(domain).text
        if text in self._known:
            return not self._known[text].equivalence.is_perfect
        if text not in self._differs:
            self._differs[text] = await self._is_different(parse_domain(text), plan_sets)
        return self._differs[text]

    async def _measure(self, domain: Domain, plan_sets: PlanSets) -> Measured:
        parsed = [parse_problem(each, domain) for each in self.problems]
        executors = [Executor(each) for each in parsed]
        pairs = list(zip(self._parsed, parsed, strict=True))
        strict = await in_thread(lambda: together(compare(true, candidate) for true, candidate in pairs))
        planned = await asyncio.gather(*(plan_sets.plans(domain.text, each) for each in self.problems))
        found = tuple(
            problem_equivalence(true, plans.plans, executor, own.plans)
            for true, plans, executor, own in zip(self._true, self.plans, executors, planned, strict=True)
        )
        return Measured(
            Equivalence(found),
            strict,
            shortfall=sum(each.shortfall for each in planned),
            given_up=sum(each.failure is not None and each.failure.verdict != "impossible" for each in planned),
        )

    async def _is_different(self, domain: Domain, plan_sets: PlanSets) -> bool:
        # True plans that no longer work show without any planner.
        executors = [Executor(parse_problem(each, domain)) for each in self.problems]
        if not all(
            executor.accepts(plan)
            for executor, plans in zip(executors, self.plans, strict=True)
            for plan in plans.plans
        ):
            return True
        for problem, true in zip(self.problems, self._true, strict=True):
            own = await plan_sets.plans(domain.text, problem)
            if not own.plans or not all(map(true.accepts, own.plans)):
                return True
        return False
