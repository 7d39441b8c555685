"""The best plan of a run improved once more: others are looked for that end clearly sooner and lose nothing."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.planning import PlanProved, SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Statement
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.evaluation.preferences import with_strengths
from plancritic.coordinator.runs.workers import Workers
from plancritic.pddl.language import TOTAL_TIME, PlanBound, parse_plan

#: So many plans are asked for, each so many seconds at most: where there is a better one, it is mostly found at once.
_MOST_PLANS = 4
_SECONDS = 0.5
#: By so much sooner, in units of time: less may be a matter of the least times between steps.
_CLEARLY = 0.05


async def improved(
    best: Evaluation,
    statements: Sequence[Statement],
    workers: Workers,
    evaluator: Evaluator,
    limits: SolveLimits,
    engine: str | None,
) -> Evaluation:
    """Return an evaluation of the same specification with a fitter plan that ends sooner; else the one given.

    Every statement that the given plan adheres to is adhered to by the plan returned, by the judges' word.
    """
    brief = limits.model_copy(update={"seconds": min(limits.seconds, _SECONDS), "anytime": False})
    wanted = with_strengths(best.individual.specification, statements)
    for _ in range(_MOST_PLANS):
        assert best.plan is not None, "the best has a proved plan"
        limit = round(parse_plan(best.plan).makespan - _CLEARLY, 6)
        if limit <= 0:
            break
        bound = TracedConstraint(constraint=str(PlanBound(TOTAL_TIME, "<", limit)))
        verdict = await workers.solve((*wanted, bound), brief, engine)
        if not isinstance(verdict, PlanProved):
            break
        found = await evaluator.evaluate_plan(best.individual, verdict)
        if found.plan is None or not _loses_nothing(found, best) or not found.fitness > best.fitness:
            break
        best = found
    return best


def _loses_nothing(found: Evaluation, best: Evaluation) -> bool:
    return all(after == before or before != "adhered" for after, before in zip(found.checks, best.checks, strict=True))
