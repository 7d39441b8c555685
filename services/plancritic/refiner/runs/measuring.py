"""How near candidates come to the true domain, where somebody has it: HDE on the problems of the request."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.refiner.equivalence.executor import Executor, Step
from plancritic.refiner.equivalence.measure import Equivalence, problem_equivalence
from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource
from plancritic.refiner.runs.watched_feedback import Best
from plancritic.threads import in_thread

#: The kind of feedback that plans are found for.
_PLANNED: frozenset[FeedbackKind] = frozenset({"landmark"})
#: The plans of each problem.
_ProblemPlans = tuple[tuple[tuple[Step, ...], ...], ...]


class ReferenceMeasure:
    """Measures candidates by a reference, which the search never sees; a candidate is measured once."""

    def __init__(self, source: FeedbackSource, reference: str, problems: Sequence[str]) -> None:
        """`source` finds the plans of a domain (PDDL text) for the problems (PDDL texts)."""
        self._source = source
        self._reference = reference
        self._problems = tuple(problems)
        self._plans: _ProblemPlans | None = None
        self._known: dict[str, float] = {}

    async def equivalence(self, domain: str, best: Best | None = None) -> float:
        """Return the HDE of a candidate (PDDL text), from 0 to 1; `best` is what is known of it already.

        Raises:
            ContractError: it, or the reference, cannot be judged; the fault says why.
        """
        if domain not in self._known:
            is_planned = best is not None and "landmark" in best.kinds
            plans = best.judgement.plans if best is not None and is_planned else await self._planned(domain)
            true_plans = await self.true_plans()
            self._known[domain] = await in_thread(lambda: self._measured(domain, plans, true_plans))
        return self._known[domain]

    async def true_plans(self) -> _ProblemPlans:
        """Return the reference's plans, problem by problem. Raises as `equivalence`."""
        if self._plans is None:
            self._plans = await self._planned(self._reference)
        return self._plans

    async def _planned(self, domain: str) -> _ProblemPlans:
        judgement = await self._source.judge(domain, _PLANNED)
        if judgement.fault is not None:
            what = "the reference cannot be measured by" if domain == self._reference else "it cannot be measured"
            message = f"{what}: {judgement.fault}"
            remedy = "give the true domain with the description's names, or refine without a reference"
            raise ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
        return judgement.plans

    def _measured(self, domain: str, plans: _ProblemPlans, true_plans: _ProblemPlans) -> float:
        true, generated = parse_domain(self._reference), parse_domain(domain)
        found = Equivalence(
            tuple(
                problem_equivalence(
                    Executor(parse_problem(text, true)), right, Executor(parse_problem(text, generated)), own
                )
                for text, right, own in zip(self._problems, true_plans, plans, strict=True)
            )
        )
        return float(found.value)
