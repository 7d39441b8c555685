"""A coordinator that does as a test says, on a real broker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from tests.support.revisions import revision
from tests.support.services import running

from plancritic.bus import BusSettings, Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, ServiceJobs
from plancritic.contracts.runs import RunProgressed
from plancritic.contracts.service import ReportRun, RunReport, RunState
from plancritic.contracts.sessions import (
    AcceptRevision,
    BranchSession,
    ReportSession,
    SessionChanged,
    SessionReport,
    UndoRevision,
)

Carry = Callable[[FeedbackSubmitted, Work], Awaitable[None]]


async def refuse(submitted: FeedbackSubmitted, work: Work, words: str = "the end") -> None:
    """End the run."""
    fault = Fault(code=FaultCode.NO_BASE_PLAN, message=words)
    refused = FeedbackRefused(envelope=submitted.envelope.caused("end"), fault=fault)
    await work.client.publish(refused, subjects.FEEDBACK_REFUSED)


async def progress(submitted: FeedbackSubmitted, work: Work, service: str, requested: int, finished: int) -> None:
    """Say how many jobs of one service the run waits for."""
    jobs = (ServiceJobs(service=service, requested=requested, finished=finished),)
    event = RunProgressed(envelope=submitted.envelope.caused(), jobs=jobs, elapsed_seconds=0.1)
    await work.client.publish(event, subjects.RUN_PROGRESSED)


def run_state(run: str, session: str = "s", state: str = "running") -> RunState:
    """Where a run stands."""
    fields = {"run": run, "session": session, "domain": "d", "state": state, "generation": 2, "started": "now"}
    return RunState.model_validate(fields)


def coordinator(settings: BusSettings, carry: Carry, reported: Callable[[ReportRun], Sequence[RunState]]) -> Service:
    """A coordinator that carries a run so, and reports these runs; each session has one revision."""
    service = Service("coordinator", settings)

    @service.work(subjects.FEEDBACK_SUBMITTED, concurrency=4)
    async def submitted(feedback: FeedbackSubmitted, work: Work) -> None:
        await carry(feedback, work)

    @service.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        return RunReport(runs=tuple(reported(ask)))

    @service.ask(subjects.REPORT_SESSION)
    async def report_session(ask: ReportSession) -> SessionReport:
        return SessionReport(sessions=(), head=revision(session=ask.session))

    @service.ask(subjects.ACCEPT_REVISION)
    async def accept(ask: AcceptRevision) -> SessionChanged:
        return SessionChanged(revision=revision(session=ask.session))

    @service.ask(subjects.UNDO_REVISION)
    async def undo(ask: UndoRevision) -> SessionChanged:
        return SessionChanged(revision=revision(session=ask.session))

    @service.ask(subjects.BRANCH_SESSION)
    async def branch(ask: BranchSession) -> SessionChanged:
        return SessionChanged(revision=revision(session=ask.session))

    return service


@asynccontextmanager
async def coordinating(
    settings: BusSettings, carry: Carry, reported: Callable[[ReportRun], Sequence[RunState]] = lambda _: ()
) -> AsyncIterator[None]:
    """The coordinator takes messages for the time of the context."""
    async with running(coordinator(settings, carry, reported)):
        yield


async def seen_of(events: Any) -> list[Any]:
    """All that an iterator yields."""
    return [event async for event in events]
