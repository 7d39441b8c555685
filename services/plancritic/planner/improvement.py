"""Jobs that make known plans better: the best plan around them, and how good it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from plancritic.bus import Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.improvement.messages import ImprovePlan, PlanImprovement
from plancritic.contracts.planning import Cancelled, NoPlanFound
from plancritic.domains.published import PublishedDomains
from plancritic.planner.cache import Known
from plancritic.planner.metrics import improve_seconds
from plancritic.planner.settings import PlannerSettings
from plancritic.verdicts import Verdicts
from plancritic.verdicts.cache.verdict_cache import problem_hash
from plancritic.verdicts.improvement.anytime import NothingToImproveError


def register(service: Service, settings: PlannerSettings, known: Known, verdicts_of: Callable[[str], Verdicts]) -> None:
    """Adds the handler; `verdicts_of` has the engines by name, which the handler of `solve` opens and closes."""
    domains: list[PublishedDomains] = []
    seconds = improve_seconds(service.registry)

    @service.on_start
    async def open_parts() -> None:
        domains.append(PublishedDomains(service.client))

    @service.work(subjects.IMPROVE, concurrency=settings.concurrency)
    async def improve(job: ImprovePlan, _work: Work) -> PlanImprovement:
        started = time.perf_counter()
        answer = PlanImprovement(envelope=job.envelope.caused("result"), job=job.envelope.message_id)
        engine = job.engine or settings.engine
        if job.not_after is not None and datetime.now(UTC) > job.not_after:
            return answer.model_copy(update={"failure": Cancelled(engine=engine)})
        domain, problem = await domains[0].problem(job.problem)
        key = problem_hash(domain, problem)
        shortest = await known.shortest_plan(job, key, domain, problem)
        starts = job.starts if shortest is None else tuple(dict.fromkeys((*job.starts, shortest)))
        try:
            found = await verdicts_of(engine).improved_plan(
                domain, problem, job.specification, starts, job.limits, shown=job.shown, keep_close=job.keep_close
            )
        except NothingToImproveError as error:
            return answer.model_copy(update={"failure": NoPlanFound(engine=engine, reason=str(error))})
        await known.keep_plan(key, found.plan)
        seconds.labels(found.found_by).observe(time.perf_counter() - started)
        return answer.model_copy(update={"improvement": found})
