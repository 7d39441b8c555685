"""What a refiner is told of a benchmark domain: words, feedback problems, two plans each, landmarks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from plancritic.contracts.enumeration import Landmark as FoundLandmark
from plancritic.engines import PlanningRequest
from plancritic.engines.planners.landmarks import LandmarkFinder
from plancritic.laboratory.refinement.benchmark.benchmark import BenchmarkDomain
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.equivalence.plan_sets import LIMITS, PlanSets
from plancritic.refiner.feedback.messages import Landmark
from plancritic.refiner.feedback.task import FeedbackProblem, RefinementTask


class TaskError(RuntimeError):
    """The true domain gives no feedback on a problem: no plan is found, or no landmarks are."""


class BenchmarkTasks:
    """The refinement tasks of benchmark domains, each made once.

    Plans are those of K* for the true domain; landmarks are found by the wheel `forbiditerative` (the landmark graph
    of relaxed plans, `lm_rhw`), also for the true domain.
    """

    def __init__(self) -> None:
        self._known: dict[str, RefinementTask] = {}

    async def task(self, benchmark: BenchmarkDomain, plan_sets: PlanSets) -> RefinementTask:
        """Return the task of a domain.

        Raises:
            TaskError: K* or the landmark finder gave no answer about a feedback problem.
        """
        if benchmark.name not in self._known:
            self._known[benchmark.name] = await _made(benchmark, plan_sets)
        return self._known[benchmark.name]


def two_plans(plans: Sequence[tuple[Step, ...]]) -> tuple[tuple[Step, ...], ...]:
    """Return the first (cheapest) of some plans, and of the others the one that has least steps in common with it."""
    first = plans[0]
    others = [each for each in plans if each != first]
    return (first, min(others, key=lambda each: _common(first, each))) if others else (first,)


def action_landmarks(found: Iterable[FoundLandmark]) -> tuple[Landmark, ...]:
    """Return the disjunctive action landmarks that landmarks give: their first achievers, where they hold not yet.

    One that contains another says nothing more and is left out.
    """
    every = dict.fromkeys(
        frozenset(tuple(action.strip("()").split()) for action in each.first_achievers)
        for each in found
        if each.first_achievers and not each.initially
    )
    return tuple(each for each in every if not any(other < each for other in every))


async def _made(benchmark: BenchmarkDomain, plan_sets: PlanSets) -> RefinementTask:
    finder = LandmarkFinder()
    try:
        problems = [await _problem(benchmark, each, plan_sets, finder) for each in benchmark.feedback_problems()]
    finally:
        await finder.close()
    return RefinementTask(benchmark.description, tuple(problems))


async def _problem(
    benchmark: BenchmarkDomain, problem: str, plan_sets: PlanSets, finder: LandmarkFinder
) -> FeedbackProblem:
    planned = await plan_sets.plans(benchmark.text, problem)
    if not planned.plans:
        raise TaskError(f"{benchmark.name}: K* finds no plan for a feedback problem: {planned.failure!r}")
    found = await finder.landmarks(PlanningRequest(benchmark.text, problem, limits=LIMITS))
    if not isinstance(found, tuple):
        raise TaskError(f"{benchmark.name}: no landmarks of a feedback problem: {found!r}")
    return FeedbackProblem(problem, two_plans(planned.plans), action_landmarks(found))


def _common(one: Sequence[Step], other: Sequence[Step]) -> float:
    mine, theirs = Counter(one), Counter(other)
    return (mine & theirs).total() / (mine | theirs).total()
