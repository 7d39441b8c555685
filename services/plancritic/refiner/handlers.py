"""Domains in, better domains out; and candidates to be judged."""

from __future__ import annotations

import time

from plancritic.bus import EventRuns, RunRows, Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import Fault
from plancritic.contracts.refinement.knowledge import Findings, Knowledge
from plancritic.contracts.refinement.messages import (
    CandidateJudged,
    DomainRefined,
    JudgeCandidate,
    RefinementRequested,
)
from plancritic.contracts.service import CancelRun, RunCancelled
from plancritic.refiner.runs.converting import complaint_of
from plancritic.refiner.runs.judging import Judge
from plancritic.refiner.runs.progress_telling import ProgressTelling
from plancritic.refiner.runs.refinement import MakeSearch, Refining
from plancritic.refiner.runs.several_starts import refined_starts
from plancritic.refiner.runs.watched_feedback import Tell
from plancritic.refiner.runs.workers import BusFeedback, BusTrees
from plancritic.refiner.settings import RefinerSettings
from plancritic.refiner.temporal.put_back import put_back
from plancritic.refiner.temporal.separated_request import separated, without_times
from plancritic.threads import in_thread

_ROWS = RunRows("refinement", subjects.REFINEMENT_REQUESTED, subjects.DOMAIN_REFINED, subjects.REFINEMENT_REFUSED)
#: Findings of more bytes go by the object store.
_MOST_BYTES = 256_000


def register(service: Service, settings: RefinerSettings, make_search: MakeSearch) -> None:
    """Adds the handlers to their service."""
    judges: list[Judge] = []
    runs = EventRuns(_ROWS, lambda: service.client)

    @service.on_start
    async def open_judge() -> None:
        get = service.client.get_object
        judges.append(Judge(get, settings.concurrency, settings.most_plans, settings.plan_seconds))

    @service.on_stop
    async def close_judge() -> None:
        for judge in judges:
            await judge.close()

    async def refuse(fault: Fault, envelope: Envelope, _digest: str) -> None:
        await runs.refuse(fault, envelope)

    @service.work(subjects.REFINEMENT_REQUESTED, concurrency=settings.runs, refused=refuse)
    async def refine(request: RefinementRequested, _work: Work) -> None:
        await runs.carry(request, lambda end, key: refined(request, end, key))

    async def refined(request: RefinementRequested, end: Envelope, key: str) -> DomainRefined:
        client = service.client
        # Of a domain with time or numbers its STRIPS part is refined, by the same searches.
        timed = await in_thread(lambda: separated(request))
        request = without_times(request) if timed is None else timed.request
        numbers = None if timed is None else timed.numbers
        known = Knowledge(description=request.description, problems=request.problems, numbers=numbers)
        stored = await client.put_passing(known.model_dump_json().encode())
        patience = settings.patience + settings.plan_seconds * len(request.problems)
        source = BusFeedback(client, request.envelope, key, stored, patience)
        telling = ProgressTelling(client, request, key, source)
        await telling.check_reference()

        def refining(start: int, tell: Tell) -> Refining:
            trees = BusTrees(client, request.envelope.correlation_id, start)
            return Refining(make_search, source, trees, tell, settings.seconds, end, settings.error_rate)

        several = await refined_starts(request, refining, telling.tell, settings.error_rate)
        found = await telling.measured(several)
        return found if timed is None else await in_thread(lambda: put_back(timed, found))

    @service.ask(subjects.CANCEL_RUN)
    async def cancel(ask: CancelRun) -> RunCancelled | None:
        return await runs.cancel(ask)

    @service.work(subjects.JUDGE_CANDIDATE, concurrency=settings.concurrency)
    async def judge(job: JudgeCandidate, _work: Work) -> CandidateJudged:
        started = time.perf_counter()
        judging = judges[0].judge(job.knowledge, job.domain, frozenset(job.kinds))
        judgement = await runs.unless_cancelled(job.envelope, judging)
        complaints = tuple(map(complaint_of, judgement.messages))
        findings = Findings(complaints=complaints, plans=judgement.plans)
        content = findings.model_dump_json().encode()
        stored = await service.client.put_passing(content) if len(content) > _MOST_BYTES else None
        return CandidateJudged(
            envelope=job.envelope.caused("result"),
            job=job.envelope.message_id,
            findings=findings if stored is None else Findings(),
            stored=stored,
            fault=judgement.fault,
            seconds=time.perf_counter() - started,
        )
