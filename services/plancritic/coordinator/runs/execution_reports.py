"""Reports of execution on their way through a coordinator: taken in, answered, and carried to the end of a run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from datetime import datetime, timedelta
from functools import partial

from plancritic.bus.durable.lease import Lease
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, keyed_id
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed
from plancritic.contracts.feedback import FeedbackSubmitted, PlanRevised
from plancritic.contracts.runs import RunStarted
from plancritic.contracts.sessions import Revision
from plancritic.contracts.syntax_faults import fault_of
from plancritic.coordinator.checkpoints.beginning import model_versions
from plancritic.coordinator.checkpoints.checkpoint import end_envelope
from plancritic.coordinator.checkpoints.known_answers import KnownAnswers
from plancritic.coordinator.deviations.replanning import Deviation, replan
from plancritic.coordinator.execution import reports
from plancritic.coordinator.execution.faults import deadline_over
from plancritic.coordinator.execution.workers import executed_part
from plancritic.coordinator.phases.parts import Publish
from plancritic.coordinator.runs.carrier import RunExecutor
from plancritic.coordinator.sessions.actions import SessionActions
from plancritic.coordinator.sessions.faults import no_such_session, stale
from plancritic.pddl.language import PddlSyntaxError
from plancritic.threads import in_thread
from plancritic.wording import Lexicon, sentence_in_words


class ExecutionReports:
    """Takes reports of execution for one copy of the coordinator.

    Every method raises `ContractError` for a report that is refused, and `nats.errors.Error` where the broker is away:
    delivered again, the report is taken then, and has the same effect.
    """

    def __init__(self, carrier: RunExecutor) -> None:
        self._carrier, self._equipment = carrier, carrier.equipment

    async def progressed(self, report: ExecutionProgressed) -> None:
        """Keep with a session what was done of its plan, and announce that."""

        def note(revision: Revision) -> Revision:
            about.append(revision)
            execution = reports.progressed(report, revision.plan, revision.execution)
            return revision.model_copy(update={"execution": execution})

        about: list[Revision] = []
        try:
            changed = await self._equipment.sessions.change(report.envelope.session_id, report.revision, note)
        except ContractError as error:
            if not about:
                raise
            problem = about[-1].problem
            bundle = await self._equipment.domains.bundle(problem)
            lexicon = await in_thread(partial(Lexicon, bundle, problem.problem))
            raise _in_words(error, lexicon) from None
        actions = SessionActions(self._equipment.client, self._equipment.sessions)
        await actions.announce(changed, report.envelope)

    async def refuse(self, fault: Fault, envelope: Envelope) -> None:
        """Say why a report of progress is refused."""
        await self._equipment.runs.refuse_report(fault, envelope)

    async def deviated(self, report: ExecutionDeviated, digest: str) -> None:
        """Carry the run that a deviation starts to its end; `digest` is that of the report's body."""
        submitted = _as_feedback(report, await self._head(report))
        # A report that is delivered again finds its end there, or plans again under the same key and seed.
        await self._carrier.carry_anew(submitted, digest, partial(self._replanned, report, submitted))

    async def _head(self, report: ExecutionDeviated) -> Revision:
        session = report.envelope.session_id
        head = await self._equipment.sessions.head(session)
        if head is None:
            raise no_such_session(session, ())
        return head

    async def _replanned(self, report: ExecutionDeviated, submitted: FeedbackSubmitted, lease: Lease) -> PlanRevised:
        head = await self._head(report)
        if report.revision != head.id:
            raise stale(head.session, report.revision, head)
        equipment = self._equipment
        situation = await equipment.situation(submitted, await equipment.domains.bundle(head.problem))
        try:
            execution = await in_thread(partial(reports.deviated, report, situation.problem, head.plan, head.execution))
        except PddlSyntaxError as error:
            raise ContractError(fault_of(error)) from None
        except ContractError as error:
            raise _in_words(error, situation.lexicon) from None
        executed = await executed_part(equipment.client, execution, situation)
        assert executed is not None, "a deviation is an execution"
        settings, envelope = report.settings, report.envelope
        key, begun = await equipment.runs.key(envelope.correlation_id)
        # By the clock of this copy: that of the one that began the run may differ, and a run that starts over takes
        # up the jobs that were answered at once.
        clock = asyncio.get_running_loop().time
        taken_up = clock()
        workers = equipment.workers(submitted, situation, executed, key, KnownAnswers())
        await lease.confirm()
        await self._announced(submitted, head, key, begun)
        allowed = _seconds(submitted)
        over = None if allowed is None else taken_up + allowed
        deviation = Deviation(report, head, execution, executed.history, executed.situation)

        def replanned(_publish: Publish) -> Awaitable[PlanRevised]:
            return replan(deviation, workers, end_envelope(envelope, key), taken_up, over)

        try:
            return await equipment.followed(submitted, workers, lease, lambda: clock() - taken_up, replanned)
        except TimeoutError:
            raise deadline_over(settings.deadline_seconds) from None

    async def _announced(self, submitted: FeedbackSubmitted, head: Revision, key: str, begun: datetime) -> None:
        """Announce that the run has started: in the same words each time it starts over."""
        settings = submitted.settings
        seconds = _seconds(submitted)
        client, cache = self._equipment.client, self._equipment.cache
        versions = await model_versions(client, head.problem.domain, cache)
        started = RunStarted(
            envelope=submitted.envelope.caused("started", key),
            problem=head.problem,
            settings=settings,
            seed=settings.seed if settings.seed is not None else int(keyed_id(key, "seed")[:8], 16),
            started=begun,
            deadline=None if seconds is None else begun + timedelta(seconds=seconds),
            scorer_model=versions.scorer_model,
            planner=versions.planner,
        )
        await client.publish(started, subjects.RUN_STARTED)


def _in_words(error: ContractError, lexicon: Lexicon) -> ContractError:
    """Return a refusal with the steps and facts that it names in words; names that are unknown stay as they are."""
    if error.fault.code is FaultCode.UNKNOWN_NAME:
        return error
    return ContractError(error.fault.model_copy(update={"message": sentence_in_words(error.fault.message, lexicon)}))


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
