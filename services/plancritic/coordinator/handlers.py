"""Messages in, one run each, its end event out."""

from __future__ import annotations

import structlog

from plancritic.bus import ObjectMissing, Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, GenerationEvaluated
from plancritic.contracts.service import ReportRun, RunReport
from plancritic.contracts.subjects import Subject
from plancritic.coordinator.run import FeedbackRun, situation_of
from plancritic.coordinator.runs import Runs
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.coordinator.workers import Workers
from plancritic.domains import DomainBundle

_log = structlog.get_logger("plancritic.coordinator")


def register(service: Service, settings: CoordinatorSettings) -> None:
    """Adds the coordinator's handlers to its service."""

    async def refuse(fault: Fault, envelope: Envelope) -> None:
        """Ends a run that cannot be worked on; the id of its end is derived, so that it ends once."""
        refused = FeedbackRefused(envelope=envelope.caused("end"), fault=fault)
        await service.client.publish(refused, subjects.FEEDBACK_REFUSED)
        await Runs(service.client).end(envelope.correlation_id, refused=True)

    @service.work(subjects.FEEDBACK_SUBMITTED, concurrency=settings.concurrency, refused=refuse)
    async def carry(submitted: FeedbackSubmitted, _work: Work) -> None:
        runs = Runs(service.client)
        if not await runs.begin(submitted):
            _log.info("run has ended before", run=submitted.envelope.correlation_id)
            return

        async def publish(message: Message, subject: Subject) -> None:
            await service.client.publish(message, subject)
            if isinstance(message, GenerationEvaluated):
                await runs.advance(message)

        situation = situation_of(submitted, await _bundle(service, submitted.domain))
        patience = settings.patience_seconds
        if submitted.settings.seed is None:
            patience = min(patience, submitted.settings.deadline_seconds)
        workers = Workers(service.client, submitted.envelope, situation.reference, patience)
        revised = await FeedbackRun(submitted, situation, workers, publish).execute()
        await publish(revised, subjects.PLAN_REVISED)
        await runs.end(submitted.envelope.correlation_id, refused=False)

    @service.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        return await Runs(service.client).report(ask.run)


async def _bundle(service: Service, domain: str) -> DomainBundle:
    """The domain's current bundle.

    Raises:
        ContractError: `unknown_domain`, naming the domains there are.
    """
    bucket = await service.client.kv("domains")
    known = await bucket.keys()
    entry = await bucket.get(domain) if domain in known else None
    if entry is None:
        raise ContractError(
            Fault(
                code=FaultCode.UNKNOWN_DOMAIN,
                message=f"no domain {domain!r} is published",
                remedy=f"published: {', '.join(known) or 'none'}; add one with `plancritic domain publish {domain}`",
            )
        )
    try:
        return DomainBundle.from_json(await service.client.get_object(entry.value.decode()))
    except ObjectMissing as error:
        raise ContractError(
            Fault(
                code=FaultCode.UNKNOWN_DOMAIN,
                message=f"the bundle of domain {domain!r} is not in the object store: {error.fault.message}",
                remedy=f"publish it again: plancritic domain publish {domain}",
            )
        ) from error
