"""The best plan of a run improved: rid of needless steps, and others looked for that end clearly sooner."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.planning import PlanProved, SolveLimits, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Statement
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.evaluation.preferences import with_strengths
from plancritic.coordinator.runs.workers import Workers, all_of
from plancritic.pddl.language import TOTAL_TIME, PlanBound, parse_plan

#: So many plans are asked for one after the other, each for so many seconds (of CPU time with a seed): where there is a
#: better one, it is mostly found at once.
_MOST_PLANS = 4
_SECONDS = 0.1
#: By so much sooner, in units of time: less may be a matter of the least times between steps.
_CLEARLY = 0.05
#: First a plan is looked for that ends no later than so many times the plan shown: what a statement seems to cost is
#: often what the first plan that was found costs.
_AS_SOON = 1.02
#: It is looked for where the best ends later than so many times the plan shown; not with a seed: whether so short a
#: search finds one is a matter of how busy the machine is.
_LATE = 1.1
#: A plan that ends no later than so many times the plan shown is good enough: nothing is looked for further.
_GOOD_ENOUGH = 1.5


async def improved(
    best: Evaluation,
    statements: Sequence[Statement],
    workers: Workers,
    evaluator: Evaluator,
    limits: SolveLimits,
    engine: str | None,
    shown: str,
) -> Evaluation:
    """Return an evaluation of the same specification with a fitter plan that ends sooner; else the one given.

    `shown` is the plan that the person was shown. Where the best is that plan there is nothing to improve.

    Every statement that the given plan adheres to is adhered to by the plan returned, by the judges' word.
    """
    assert best.plan is not None, "the best has a proved plan"
    if best.plan == shown:
        return best
    wanted = with_strengths(best.individual.specification, statements)
    brief = limits.model_copy(update={"seconds": min(limits.seconds, _SECONDS), "anytime": False})
    before = parse_plan(shown).makespan

    async def ending_before(limit: float) -> Verdict:
        bound = TracedConstraint(constraint=str(PlanBound(TOTAL_TIME, "<", round(limit, 6))))
        return await workers.solve((*wanted, bound), brief, engine)

    requests = [workers.solve(wanted, limits, engine, tidy=True)]
    if not limits.deterministic and _clearly_before(best) > _LATE * before > 0:
        requests.append(ending_before(_AS_SOON * before))
    for verdict in await all_of(requests):
        if isinstance(verdict, PlanProved):
            best = await _fitter(best, verdict, evaluator)
    for _ in range(_MOST_PLANS):
        limit = _clearly_before(best)
        if limit <= 0 or limit <= _GOOD_ENOUGH * before:
            break
        verdict = await ending_before(limit)
        if not isinstance(verdict, PlanProved):
            break
        found = await _fitter(best, verdict, evaluator)
        if found is best:
            break
        best = found
    return best


def _clearly_before(best: Evaluation) -> float:
    """Return when a plan has to end that ends clearly sooner."""
    assert best.plan is not None, "the best has a proved plan"
    return parse_plan(best.plan).makespan - _CLEARLY


async def _fitter(best: Evaluation, verdict: PlanProved, evaluator: Evaluator) -> Evaluation:
    """Return the evaluation of the verdict's plan where that is fitter and loses nothing; else the best."""
    found = await evaluator.evaluate_plan(best.individual, verdict)
    better = found.plan is not None and _loses_nothing(found, best) and found.fitness > best.fitness
    return found if better else best


def _loses_nothing(found: Evaluation, best: Evaluation) -> bool:
    return all(after == before or before != "adhered" for after, before in zip(found.checks, best.checks, strict=True))
