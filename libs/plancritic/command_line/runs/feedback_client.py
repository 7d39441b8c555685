"""Sending feedback and following its run to the one event that ends it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from typing import Any

import nats.errors
from nats.aio.msg import Msg
from pydantic import ValidationError

from plancritic.bus.client import Client
from plancritic.command_line.counting import counted
from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input
from plancritic.command_line.runs.progress import RunProgress
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import (
    EVIDENCE,
    EvidenceName,
    FeedbackRefused,
    FeedbackSubmitted,
    PlanRevised,
    SearchSettings,
    evidence_named,
)
from plancritic.contracts.service import DescribeService, ReportRun, ServiceDescription
from plancritic.contracts.specification import Strength
from plancritic.contracts.subjects import Kind
from plancritic.contracts.translation import MAXIMUM_STATEMENT_LENGTH, MAXIMUM_STATEMENTS, Statement

#: Services a run needs, in the order in which it comes to them.
NEEDED_SERVICES = ("coordinator", "translator", "planner", "validator", "scorer")

#: Beyond the run's own deadline: the base plan, the last generation and the proofs come on top of it.
_GRACE_SECONDS = 120.0

#: A run without a deadline is given up when it gave no sign of life for this long; how often it is looked at.
_SILENCE_SECONDS = 120.0
_LOOK_SECONDS = 5.0

EVIDENCE_HELP = f"What decides whether a plan does what was said, by commas: {', '.join(EVIDENCE)}; else as configured."
GUESSES_HELP = (
    "Whether to try guesses and alternative readings where a statement was not understood or its reading is in doubt; "
    "by default as the preset says."
)
PRESET_HELP = "How to search: our default, as the PlanCritic paper describes it, or as its published code does."


def chosen_evidence(text: str | None) -> tuple[EvidenceName, ...] | None:
    """The evidence named by commas; None for none named.

    Raises:
        CommandFault: a name is unknown, or what is named says nothing of a plan.
    """
    if text is None:
        return None
    try:
        return evidence_named([name.strip() for name in text.split(",") if name.strip()])
    except ValueError as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"--evidence: {error}", "for example: --evidence scorer,check")


def make_feedback(
    domain: str,
    problem: str,
    texts: Sequence[str],
    settings: SearchSettings,
    session: str | None = None,
    shown_plan: str | None = None,
    strengths: Sequence[Strength] = (),
) -> FeedbackSubmitted:
    """The event for what a person said, checked before anything is sent; without `strengths` all are musts.

    Raises:
        CommandFault: nothing was said, or too much.
    """
    if not texts or all(not text.strip() for text in texts):
        bad_input(
            FaultCode.EMPTY_FEEDBACK,
            "there is no statement",
            'name at least one: plancritic submit --domain waterway "Visit waypoint A first."',
        )
    if len(texts) > MAXIMUM_STATEMENTS:
        bad_input(
            FaultCode.PAYLOAD_TOO_LARGE,
            f"{len(texts)} statements are more than {MAXIMUM_STATEMENTS}",
            "send them in several turns",
        )
    for number, text in enumerate(texts, start=1):
        if not text.strip():
            bad_input(FaultCode.EMPTY_FEEDBACK, f"statement {number} is empty", "remove it or write a statement")
        if len(text.strip()) > MAXIMUM_STATEMENT_LENGTH:
            bad_input(
                FaultCode.PAYLOAD_TOO_LARGE,
                f"statement {number} has {len(text.strip())} characters, more than {MAXIMUM_STATEMENT_LENGTH}",
                "shorten it, or split it into several statements",
            )
    wanted = strengths or ["must"] * len(texts)
    try:
        return FeedbackSubmitted(
            envelope=Envelope.start(session_id=session),
            domain=domain,
            problem=problem,
            statements=tuple(
                Statement(id=f"s{number}", text=text, strength=strength)
                for number, (text, strength) in enumerate(zip(texts, wanted, strict=True), start=1)
            ),
            shown_plan=shown_plan,
            settings=settings,
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        bad_input(FaultCode.INVALID_MESSAGE, f"{place}: {first['msg']}", "see `plancritic submit --help`")


async def require_services(client: Client, needed: Sequence[str] = NEEDED_SERVICES) -> None:
    """Make sure that a ready copy of each service answers.

    Raises:
        CommandFault: exit code 3, naming every service that does not answer.
    """
    ready: set[str] = set()
    # A busy machine may answer late: ask a second time before saying that a service is missing.
    for wait in (0.5, 3.0):
        for description in await descriptions(client, wait):
            if description.ready:
                ready.add(description.service)
        if ready.issuperset(needed):
            return
    missing = [service for service in needed if service not in ready]
    raise CommandFault(
        Fault(
            code=FaultCode.SERVICE_UNAVAILABLE,
            message=f"no ready copy of {', '.join(missing)} answers on {client.settings.shown_url}",
            remedy=f"start all with `make up`, or one copy with `python -m plancritic.{missing[0]}`",
        ),
        ExitCode.UNAVAILABLE,
    )


async def descriptions(client: Client, wait: float) -> tuple[ServiceDescription, ...]:
    """What the copies of all services say of themselves within `wait` seconds."""
    ask = DescribeService(envelope=Envelope.start())
    return await client.gather(ask, subjects.DESCRIBE_SERVICE, wait=wait)


async def follow(
    client: Client, feedback: FeedbackSubmitted, progress: RunProgress, limit: float | None = None
) -> PlanRevised | FeedbackRefused:
    """Publish the feedback and show its run until it ends, for `limit` seconds at most.

    Without a limit it is the run's deadline and some grace. A run with a seed has no deadline: it is followed
    for as long as the coordinator says that it runs (or waits for its turn) and the services it needs answer.

    Raises:
        CommandFault: exit code 3, where no end came.
    """
    async with _counting_jobs(client, feedback.envelope.session_id, progress):
        await client.publish(feedback, subjects.FEEDBACK_SUBMITTED)
        statements = counted(len(feedback.statements), "statement")
        envelope = feedback.envelope
        progress.say(f"run {envelope.correlation_id} of session {envelope.session_id} started: {statements}")
        ending = asyncio.create_task(_end_of(client, feedback, progress))
        try:
            if limit is None and feedback.settings.seed is not None:
                reason = await _until_silent(client, feedback, ending)
            else:
                seconds = feedback.settings.deadline_seconds + _GRACE_SECONDS if limit is None else limit
                await asyncio.wait({ending}, timeout=seconds)
                reason = f"did not end within {seconds:g} s"
            if ending.done():
                return ending.result()
        finally:
            ending.cancel()
            await asyncio.gather(ending, return_exceptions=True)
    raise CommandFault(
        Fault(
            code=FaultCode.DEADLINE_EXCEEDED,
            message=f"the run {feedback.envelope.correlation_id} {reason}",
            remedy="`plancritic status` shows which services run and how far the run is",
        ),
        ExitCode.UNAVAILABLE,
    )


async def _until_silent(client: Client, feedback: FeedbackSubmitted, ending: asyncio.Task[Any]) -> str:
    """Wait for the end while the run lives; what is wrong with a run that is given up."""
    clock = asyncio.get_running_loop().time
    alive, trouble = clock(), ""
    while not ending.done() and clock() - alive < _SILENCE_SECONDS:
        await asyncio.wait({ending}, timeout=_LOOK_SECONDS)
        found = None if ending.done() else await _trouble(client, feedback.envelope.correlation_id)
        if found is None:
            alive = clock()
        else:
            trouble = found
    return f"sent no event for {_SILENCE_SECONDS:g} s: {trouble}"


async def _trouble(client: Client, run: str) -> str | None:
    """What keeps a run from going on; None if it runs, or waits for its turn, and all it needs answers."""
    try:
        await require_services(client)
        report = await client.ask(ReportRun(envelope=Envelope.start(), run=run), subjects.REPORT_RUN)
    except (CommandFault, ContractError) as error:
        return error.fault.message
    except nats.errors.Error as error:
        return f"the broker: {error}"
    # A run that nobody has begun is in the queue, which loses nothing.
    over = [state.state for state in report.runs if state.state != "running"]
    return f"the coordinator reports it as {over[0]}, but no end event arrived" if over else None


async def _end_of(client: Client, feedback: FeedbackSubmitted, progress: RunProgress) -> PlanRevised | FeedbackRefused:
    events = client.watch(session=feedback.envelope.session_id, correlation=feedback.envelope.correlation_id)
    async with aclosing(events) as following:
        async for event in following:
            if isinstance(event.message, PlanRevised | FeedbackRefused):
                return event.message
            progress.show(event.message)
    raise AssertionError("a watch ends only when it is closed")


@contextlib.asynccontextmanager
async def _counting_jobs(client: Client, session: str, progress: RunProgress) -> AsyncIterator[None]:
    """Tell the progress of every job and result of the session that comes by."""

    async def on_job(message: Msg) -> None:
        progress.job_sent(_noun(message))

    async def on_result(message: Msg) -> None:
        progress.job_answered(_noun(message))

    prefix = client.naming.prefix
    subscriptions = [
        await client.connection.subscribe(f"{prefix}.{Kind.JOB}.*.*.{session}", cb=on_job),
        await client.connection.subscribe(f"{prefix}.{Kind.RESULT}.*.*.{session}.>", cb=on_result),
    ]
    try:
        yield
    finally:
        for subscription in subscriptions:
            if client.connection.is_connected:
                await subscription.unsubscribe()


def _noun(message: Msg) -> str:
    """The service of a subject `<namespace>.v1.<tenant>.<kind>.<noun>.<verb>...`."""
    return message.subject.split(".")[4]
