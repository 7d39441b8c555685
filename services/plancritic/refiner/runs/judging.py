"""The judging of one candidate: what is known is read once for many candidates of a run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cachetools import LRUCache

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.planning import SolveLimits
from plancritic.contracts.refinement.knowledge import FeedbackKind, Knowledge
from plancritic.engines.planners.kstar import absence
from plancritic.refiner.equivalence.plan_sets import PlanSets
from plancritic.refiner.feedback.local import LocalFeedback
from plancritic.refiner.feedback.source import Judgement
from plancritic.refiner.feedback.task import RefinementTask
from plancritic.refiner.runs.converting import feedback_problems
from plancritic.refiner.temporal.feasible_plans import feasible

#: So many runs are under way at once, at most, without reading what is known again and again.
_MOST_RUNS = 8

#: Gives a stored object by its hash.
Stored = Callable[[str], Awaitable[bytes]]


class Judge:
    """Judges candidates in this process; plans are remembered, planners stay warm."""

    def __init__(self, stored: Stored, children: int, most_plans: int, seconds: float) -> None:
        self._stored = stored
        self._plan_sets = PlanSets(children, most_plans, SolveLimits(seconds=seconds))
        self._sources: LRUCache[str, LocalFeedback] = LRUCache(_MOST_RUNS)

    async def judge(self, knowledge: str, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        """Return what a candidate gets wrong of the stored knowledge.

        Raises:
            ContractError: K* is needed and not installed, or the knowledge is not stored any more.
        """
        # Without K* every problem would look as if it had no plan.
        missing = absence() if "landmark" in kinds else None
        if missing is not None:
            message = "this copy of the refiner cannot plan: K* is not installed"
            raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=message, remedy=missing))
        if knowledge not in self._sources:
            known = Knowledge.model_validate_json(await self._stored(knowledge))
            task = RefinementTask(known.description, feedback_problems(known.problems))
            self._sources[knowledge] = LocalFeedback(task, feasible(self._plan_sets, known))
        return await self._sources[knowledge].judge(domain, kinds)

    async def close(self) -> None:
        """End the planners."""
        await self._plan_sets.close()
