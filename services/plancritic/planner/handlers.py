"""Jobs in, verdicts out."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from plancritic.bus import Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.planning import Cancelled, Solution, SolveProblem, Verdict
from plancritic.domains.published import PublishedDomains
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.planner import improvement
from plancritic.planner.cache import Known
from plancritic.planner.metrics import solve_seconds
from plancritic.planner.settings import PlannerSettings
from plancritic.verdicts import Verdicts
from plancritic.verdicts.cache.verdict_cache import problem_hash
from plancritic.verdicts.improvement.tidying import tidied
from plancritic.verdicts.portfolio import Portfolio

#: In-process judges only: VAL, a process for each plan, is the validator's.
JUDGES = (KairosJudge(), ExecutorJudge())


def register(service: Service, settings: PlannerSettings, known: Known, create: Callable[[str], Portfolio]) -> None:
    """Adds the handlers that plan; engines are made when the first job asks for them and stay."""
    domains: list[PublishedDomains] = []
    made: dict[str, Verdicts] = {}
    seconds = solve_seconds(service.registry)

    def verdicts_of(engine: str) -> Verdicts:
        if engine not in made:
            made[engine] = Verdicts(create(engine), JUDGES)
        return made[engine]

    @service.on_start
    async def open_parts() -> None:
        domains.append(PublishedDomains(service.client))
        await known.open()

    @service.on_stop
    async def close_engines() -> None:
        for each in made.values():
            await each.close()

    improvement.register(service, settings, known, verdicts_of)

    @service.work(subjects.SOLVE, concurrency=settings.concurrency)
    async def solve(job: SolveProblem, _work: Work) -> Solution:
        started = time.perf_counter()
        engine = job.engine or settings.engine
        if job.not_after is not None and datetime.now(UTC) > job.not_after:
            return _solution(job, Cancelled(engine=engine))
        domain, problem = await domains[0].problem(job.problem)
        key = problem_hash(domain, problem)
        known_plan = await known.plan(job, key, domain, problem)
        if known_plan is not None and known_plan.shortest:
            verdict: Verdict = known_plan.verdict
        else:
            verdict = await verdicts_of(engine).verdict(
                domain,
                problem,
                job.specification,
                job.limits if known_plan is None else known_plan.limits(job.limits),
                job.explain_clash,
                relax=job.relax,
                # The plan without feedback is the one that a person begins with.
                improve=job.improve or not job.specification,
            )
            verdict = verdict if known_plan is None else known_plan.or_better(verdict)
        if job.tidy:
            verdict = await tidied(JUDGES, domain, problem, job.specification, verdict, job.limits)
        await known.keep(job, key, verdict)
        seconds.labels(verdict.engine, verdict.verdict).observe(time.perf_counter() - started)
        return _solution(job, verdict)


def _solution(job: SolveProblem, verdict: Verdict) -> Solution:
    return Solution(envelope=job.envelope.caused("result"), job=job.envelope.message_id, verdict=verdict)
