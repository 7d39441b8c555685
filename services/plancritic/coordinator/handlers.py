"""Messages in, one run each, its end event out."""

from __future__ import annotations

import asyncio
from functools import cache

from plancritic.bus import Service, Work
from plancritic.bus.observability.metrics import FillMetrics, StoreMetrics
from plancritic.bus.room import StoreCapacity
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import Fault
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed
from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.contracts.questions import QuestionAnswered
from plancritic.contracts.service import CancelRun, ReportRun, ResumeRun, RunCancelled, RunReport, RunTakenUp
from plancritic.contracts.sessions import (
    AcceptRevision,
    BranchSession,
    ReportSession,
    SessionChanged,
    SessionReport,
    UndoRevision,
)
from plancritic.contracts.subjects import Subject
from plancritic.coordinator.runs.backlog import Backlog
from plancritic.coordinator.runs.carrier import RunExecutor
from plancritic.coordinator.runs.execution_reports import ExecutionReports
from plancritic.coordinator.runs.lost_runs import Carry, LostRuns
from plancritic.coordinator.runs.metrics import RunMetrics
from plancritic.coordinator.runs.records import Runs
from plancritic.coordinator.search.cosines import EncoderCosines, load_cosines
from plancritic.coordinator.sessions.actions import SessionActions
from plancritic.coordinator.sessions.store import Sessions
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.threads import stop


def register(service: Service, settings: CoordinatorSettings) -> None:
    """Adds the coordinator's handlers to its service."""
    carriers: list[RunExecutor] = []
    reports: list[ExecutionReports] = []
    lost: list[LostRuns] = []
    backlogs: list[Backlog] = []
    metrics, told = StoreMetrics(service.registry), RunMetrics(service.registry)
    watching: list[asyncio.Task[None]] = []

    @cache
    def cosines() -> EncoderCosines:
        return load_cosines(settings.cache)

    def actions() -> SessionActions:
        return SessionActions(service.client, Sessions(service.client))

    @service.on_start
    async def open_parts() -> None:
        room = StoreCapacity(service.client.jetstream, service.client.settings, FillMetrics(service.registry))
        watching.append(asyncio.create_task(room.watch()))
        carrier = RunExecutor(service.client, settings, cosines, metrics, room, told)
        await carrier.open()
        carriers.append(carrier)
        reports.append(ExecutionReports(carrier))
        beginnings: dict[Subject, Carry] = {
            subjects.FEEDBACK_SUBMITTED: carrier.carry,
            subjects.EXECUTION_DEVIATED: reports[0].deviated,
        }
        lost.append(LostRuns(service.client, beginnings, carrier.refuse, settings.concurrency))
        backlogs.append(Backlog(service.client, Runs(service.client), service.name, settings.most_waiting))
        await backlogs[0].open()

    async def refuse(fault: Fault, envelope: Envelope, digest: str) -> None:
        await carriers[0].refuse(fault, envelope, digest)

    @service.work(subjects.FEEDBACK_SUBMITTED, concurrency=settings.concurrency, refused=refuse)
    async def carry(submitted: FeedbackSubmitted, work: Work) -> None:
        await carriers[0].carry(submitted, work.digest)

    @service.work(subjects.QUESTION_ANSWERED, concurrency=settings.concurrency)
    async def answer(answered: QuestionAnswered, _work: Work) -> None:
        await carriers[0].answer(answered)

    async def refuse_progress(fault: Fault, envelope: Envelope, _digest: str) -> None:
        await reports[0].refuse(fault, envelope)

    @service.work(subjects.EXECUTION_PROGRESSED, refused=refuse_progress)
    async def progressed(report: ExecutionProgressed, _work: Work) -> None:
        await reports[0].progressed(report)

    @service.work(subjects.EXECUTION_DEVIATED, concurrency=settings.concurrency, refused=refuse)
    async def deviated(report: ExecutionDeviated, work: Work) -> None:
        await reports[0].deviated(report, work.digest)

    @service.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        return await Runs(service.client).report(ask.run, ask.session)

    @service.ask(subjects.CANCEL_RUN)
    async def cancel(ask: CancelRun) -> RunCancelled | None:
        if ask.kind != "feedback":
            return None
        return RunCancelled(run=await carriers[0].cancel(ask.run))

    @service.ask(subjects.RESUME_RUN)
    async def resume(ask: ResumeRun) -> RunTakenUp:
        await lost[0].take_up(ask.run, ask.sequence)
        return RunTakenUp(run=ask.run)

    @service.on_stop
    async def close_parts() -> None:
        await backlogs[0].close()
        await stop(*watching)
        await lost[0].close()

    @service.ask(subjects.REPORT_SESSION)
    async def report_session(ask: ReportSession) -> SessionReport:
        return await actions().report(ask)

    @service.ask(subjects.ACCEPT_REVISION)
    async def accept(ask: AcceptRevision) -> SessionChanged:
        return SessionChanged(revision=await actions().accept(ask))

    @service.ask(subjects.UNDO_REVISION)
    async def undo(ask: UndoRevision) -> SessionChanged:
        return SessionChanged(revision=await actions().undo(ask))

    @service.ask(subjects.BRANCH_SESSION)
    async def branch(ask: BranchSession) -> SessionChanged:
        return SessionChanged(revision=await actions().branch(ask))
