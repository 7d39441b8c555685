"""Messages in, one run each, its end event out."""

from __future__ import annotations

from functools import cache, partial

from plancritic.bus import BucketName, Service, Work
from plancritic.bus.observability.metrics import StoreMetrics
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, Fault
from plancritic.contracts.feedback import FeedbackSubmitted, GenerationEvaluated
from plancritic.contracts.ledger import ReportLedger, SessionLedger
from plancritic.contracts.service import ReportRun, RunReport
from plancritic.contracts.subjects import Subject
from plancritic.coordinator.runs.progress import JobProgress
from plancritic.contracts.syntax_faults import fault_of
from plancritic.coordinator.runs.records import Runs
from plancritic.coordinator.runs.run import FeedbackRun
from plancritic.coordinator.runs.situation import situation_of
from plancritic.coordinator.runs.workers import KnownVerdicts, Workers
from plancritic.coordinator.search.cosines import EncoderCosines, load_cosines
from plancritic.coordinator.sessions.continuation import earlier_turns
from plancritic.coordinator.sessions.earlier_statements import with_earlier_statements
from plancritic.coordinator.sessions.ledger import Ledgers
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.domains.published import PublishedDomains
from plancritic.pddl.language import ExpansionTooLargeError
from plancritic.threads import in_thread
from plancritic.verdicts.cache.stores import BucketStore, DispensableStore
from plancritic.verdicts.cache.verdict_cache import VerdictCache, problem_hash


def register(service: Service, settings: CoordinatorSettings) -> None:
    """Adds the coordinator's handlers to its service."""
    domains: list[PublishedDomains] = []
    stores: list[DispensableStore] = []
    metrics = StoreMetrics(service.registry)

    @cache
    def cosines() -> EncoderCosines:
        return load_cosines(settings.cache)

    @service.on_start
    async def open_parts() -> None:
        domains.append(PublishedDomains(service.client))
        if settings.verdict_cache:
            stores.append(DispensableStore(BucketStore(service.client, BucketName.VERDICTS), "verdicts", metrics))

    async def refuse(fault: Fault, envelope: Envelope) -> None:
        await Runs(service.client).refuse(fault, envelope)

    @service.work(subjects.FEEDBACK_SUBMITTED, concurrency=settings.concurrency, refused=refuse)
    async def carry(submitted: FeedbackSubmitted, _work: Work) -> None:
        runs = Runs(service.client)
        if not await runs.begin(submitted):
            return

        bundle = await domains[0].current(submitted.domain)
        situation = await in_thread(partial(situation_of, submitted, bundle))
        key = problem_hash(situation.problem.domain.text, situation.problem.text)
        known = KnownVerdicts(VerdictCache(stores[0], service.settings.tenant), key) if stores else None
        workers = await Workers.open(service.client, submitted, situation, settings.patience_seconds, known)
        earlier = await earlier_turns(service.client, submitted, situation.reference)
        progress = JobProgress(service.client, submitted.envelope, workers.jobs)

        async def publish(message: Message, subject: Subject) -> None:
            await service.client.publish(message, subject)
            if isinstance(message, GenerationEvaluated):
                progress.begin_generation()
                await runs.advance(message)

        set_to = (settings.evidence, settings.mutation)
        run = FeedbackRun(submitted, situation, workers, publish, *set_to, cosines, earlier)
        try:
            async with progress.published():
                revised = await with_earlier_statements(await run.execute(), Ledgers(service.client), workers)
        except ExpansionTooLargeError as error:
            raise ContractError(fault_of(error)) from None
        await runs.end(revised, subjects.PLAN_REVISED)

    @service.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        return await Runs(service.client).report(ask.run, ask.session)

    @service.ask(subjects.REPORT_LEDGER)
    async def ledger(ask: ReportLedger) -> SessionLedger:
        ledgers = Ledgers(service.client)
        return await (ledgers.find if ask.by_beginning else ledgers.report)(ask.session)
