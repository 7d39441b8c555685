"""Reports of execution on their way through a coordinator: taken in, answered, and carried to the end of a run."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime, timedelta
from functools import partial

from plancritic.bus import BucketName, Client
from plancritic.bus.observability.metrics import StoreMetrics
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message, new_key
from plancritic.contracts.errors import ContractError, Fault
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, PlanRevised
from plancritic.contracts.runs import RunStarted
from plancritic.contracts.sessions import Revision
from plancritic.contracts.subjects import Subject
from plancritic.contracts.syntax_faults import fault_of
from plancritic.coordinator.execution import reports
from plancritic.coordinator.execution.faults import deadline_over
from plancritic.coordinator.execution.replanning import Deviation, replan
from plancritic.coordinator.execution.workers import executed_part
from plancritic.coordinator.runs.beginning import model_versions
from plancritic.coordinator.runs.bus_workers import BusWorkers, KnownVerdicts
from plancritic.coordinator.runs.checkpoint import end_envelope
from plancritic.coordinator.runs.known_answers import KnownAnswers, RememberingWorkers
from plancritic.coordinator.runs.progress import JobProgress
from plancritic.coordinator.runs.records import Runs
from plancritic.coordinator.runs.situation import Situation, situation_of
from plancritic.coordinator.sessions.actions import SessionActions
from plancritic.coordinator.sessions.faults import no_such_session, stale
from plancritic.coordinator.sessions.store import Sessions
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.domains.published import PublishedDomains
from plancritic.pddl.language import PddlSyntaxError
from plancritic.threads import in_thread
from plancritic.verdicts.cache.stores import BucketStore, DispensableStore
from plancritic.verdicts.cache.verdict_cache import VerdictCache


class ExecutionReports:
    """Takes reports of execution for one copy of the coordinator.

    Every method raises `ContractError` for a report that is refused, and `nats.errors.Error` where the broker is away:
    delivered again, the report is taken then, and has the same effect.
    """

    def __init__(self, client: Client, settings: CoordinatorSettings, metrics: StoreMetrics) -> None:
        self._client = client
        self._settings = settings
        self._runs = Runs(client)
        self._sessions = Sessions(client)
        self._domains = PublishedDomains(client)
        self._verdicts = DispensableStore(BucketStore(client, BucketName.VERDICTS), "verdicts", metrics)

    async def progressed(self, report: ExecutionProgressed) -> None:
        """Keep with a session what was done of its plan, and announce that."""

        def note(revision: Revision) -> Revision:
            execution = reports.progressed(report, revision.plan, revision.execution)
            return revision.model_copy(update={"execution": execution})

        changed = await self._sessions.change(report.envelope.session_id, report.revision, note)
        await SessionActions(self._client, self._sessions).announce(changed, report.envelope)

    async def refuse(self, fault: Fault, envelope: Envelope) -> None:
        """Say why a report of progress is refused."""
        refused = FeedbackRefused(envelope=envelope.caused(), fault=fault)
        await self._client.publish(refused, subjects.FEEDBACK_REFUSED)

    async def deviated(self, report: ExecutionDeviated, digest: str) -> None:
        """Carry the run that a deviation starts to its end; `digest` is that of the report's body."""
        session = report.envelope.session_id
        head = await self._sessions.head(session)
        if head is None:
            raise no_such_session(session, ())
        submitted = _as_feedback(report, head)
        # A report that is delivered again finds its end here, or plans again: the first end counts.
        if not await self._runs.begin(submitted, digest):
            return
        if report.revision != head.id:
            raise stale(session, report.revision, head)
        bundle = await self._domains.bundle(head.problem)
        situation = await in_thread(partial(situation_of, submitted, bundle))
        revised = await self._replanned(report, head, submitted, situation)
        await self._runs.end(revised, subjects.PLAN_REVISED)

    async def _replanned(
        self, report: ExecutionDeviated, head: Revision, submitted: FeedbackSubmitted, situation: Situation
    ) -> PlanRevised:
        try:
            execution = await in_thread(partial(reports.deviated, report, situation.problem, head.plan, head.execution))
        except PddlSyntaxError as error:
            raise ContractError(fault_of(error)) from None
        executed = await executed_part(self._client, execution, situation)
        assert executed is not None, "a deviation is an execution"
        key, settings, envelope = new_key(), report.settings, report.envelope
        cache = VerdictCache(self._verdicts, self._client.settings.tenant)
        workers = BusWorkers.open(
            self._client,
            submitted,
            situation,
            self._settings.patience_seconds,
            key,
            KnownVerdicts(cache, executed.verdict_key) if self._settings.verdict_cache else None,
            sources=executed.sources,
        )
        started = await self._announced(submitted, head, cache, key)
        remembering = RememberingWorkers(executed.over(workers, envelope), envelope, KnownAnswers())
        begun = started.started
        progress = JobProgress(
            self._publish, envelope, remembering.jobs, lambda: (datetime.now(UTC) - begun).total_seconds()
        )
        deviation = Deviation(report, head, execution, executed.history, executed.situation)
        try:
            async with progress.published(), asyncio.timeout(_seconds(submitted)):
                return await replan(deviation, remembering, end_envelope(envelope, key), begun)
        except TimeoutError:
            raise deadline_over(settings.deadline_seconds) from None

    async def _publish(self, message: Message, subject: Subject) -> None:
        await self._client.publish(message, subject)

    async def _announced(
        self, submitted: FeedbackSubmitted, head: Revision, cache: VerdictCache, key: str
    ) -> RunStarted:
        """Announce that the run has started, and return what was said."""
        settings, now = submitted.settings, datetime.now(UTC)
        seconds = _seconds(submitted)
        versions = await model_versions(self._client, head.problem.domain, cache)
        started = RunStarted(
            envelope=submitted.envelope.caused("started", key),
            problem=head.problem,
            settings=settings,
            seed=settings.seed if settings.seed is not None else secrets.randbits(32),
            started=now,
            deadline=None if seconds is None else now + timedelta(seconds=seconds),
            scorer_model=versions.scorer_model,
            planner=versions.planner,
        )
        await self._client.publish(started, subjects.RUN_STARTED)
        return started


def _seconds(submitted: FeedbackSubmitted) -> float | None:
    """Return the seconds that the run may take; None in deterministic mode."""
    return None if submitted.settings.seed is not None else submitted.settings.deadline_seconds


def _as_feedback(report: ExecutionDeviated, head: Revision) -> FeedbackSubmitted:
    """Return the feedback that would start such a run: for what every run has, and never sent."""
    return FeedbackSubmitted(
        envelope=report.envelope,
        domain=head.problem.domain,
        problem=head.problem.problem,
        statements=(),
        revision=report.revision,
        settings=report.settings,
    )
