"""Looking up runs by the beginning of an id, and results: what the coordinator knows, and what the recording has."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from plancritic.bus import Client, RequestTimedOut, ServiceUnavailable
from plancritic.client.domain_runs import domain_runs, newest_first
from plancritic.client.errors import EndNotRecorded, NoPlanOfRun, RunNotEnded, RunsUnknown, ServicesMissing
from plancritic.client.following import RunEnd
from plancritic.client.identifiers import find_identifier
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.feedback import PlanRevisedV1
from plancritic.contracts.service import CancelRun, ReportRun, RunCancelled, RunKind, RunState

#: How long to look for the end of a run that has one; the recording answers in milliseconds.
_RECORDED_SECONDS = 10.0
#: How long after the first version of an end its newest one may come: they are published one after the other.
_NEWEST_VERSION_SECONDS = 2.0
#: How long a service may take to end a run.
_CANCEL_SECONDS = 10.0
#: The service that carries the runs of a kind.
_CARRIERS: dict[RunKind, str] = {"feedback": "coordinator", "modelling": "schema_library", "refinement": "refiner"}


async def latest_runs(client: Client) -> tuple[RunState, ...]:
    """Return the states of the latest runs, newest first.

    Raises:
        ContractError: no coordinator answers.
    """
    return await _runs(client, ReportRun(envelope=Envelope.start()))


async def find_run(client: Client, beginning: str) -> RunState:
    """Return the state of the one run whose id begins so, whatever it is about.

    Raises:
        UnknownIdentifier, AmbiguousIdentifier: there is none, or several.
        ContractError: no coordinator answers, and this is not the whole id of another run.
    """
    others = await domain_runs(client, beginning)
    try:
        found = (*await _runs(client, ReportRun(envelope=Envelope.start(), run=beginning)), *others)
        # Where no run begins so, the latest are named as candidates.
        runs = found or newest_first(await latest_runs(client), await domain_runs(client))
    except (ServiceUnavailable, RequestTimedOut) as error:
        # A run of feedback may begin so too: only the coordinator knows.
        if any(each.run == beginning for each in others):
            runs = others
        elif others:
            raise RunsUnknown(beginning, [each.run for each in others], error.fault.message) from None
        else:
            raise
    run = find_identifier(beginning, [each.run for each in runs], "run")
    return next(each for each in runs if each.run == run)


async def result_of(client: Client, beginning: str) -> RunEnd:
    """Return the end of the one run whose id begins so, from the recording.

    A run that ended before version 2 of its end came has version 1 alone: that one is returned in the newest version.

    Raises:
        UnknownIdentifier, AmbiguousIdentifier: there is no such run, or several.
        NoPlanOfRun: it is not about a plan.
        RunNotEnded: it has no end yet.
        EndNotRecorded: the recording does not go back to its end.
        ContractError: no coordinator answers.
    """
    state = await find_run(client, beginning)
    if state.kind != "feedback":
        raise NoPlanOfRun(state)
    if state.state in ("running", "waiting"):
        raise RunNotEnded(state)
    ends = (subjects.PLAN_REVISED, subjects.PLAN_REVISED_V1, subjects.FEEDBACK_REFUSED)
    first: PlanRevisedV1 | None = None
    async with aclosing(client.watch(state.session, state.run, ends)) as events:
        try:
            ended = (await asyncio.wait_for(anext(events), _RECORDED_SECONDS)).message
            if isinstance(ended, PlanRevisedV1):
                first = ended
                ended = (await asyncio.wait_for(anext(events), _NEWEST_VERSION_SECONDS)).message
        except TimeoutError:
            if first is None:
                raise EndNotRecorded(state.run) from None
            ended = first.as_newest_version()
    assert isinstance(ended, RunEnd), "these are the two ends of a run"
    return ended


async def cancel(client: Client, run: str, kind: RunKind = "feedback") -> RunState:
    """End the run of this id and return how it stands: `cancelled`, or the end that it had before.

    Raises:
        ServiceUnavailable, ServicesMissing: no copy of the service that carries it answers.
        ContractError: no run of this kind with this id has begun.
    """
    ask = CancelRun(envelope=Envelope.start(), run=run, kind=kind)
    try:
        answer: RunCancelled = await client.ask(ask, subjects.CANCEL_RUN, timeout=_CANCEL_SECONDS)
    except ServiceUnavailable as error:
        raise ServiceUnavailable(_CARRIERS[kind], error.subject) from None
    except RequestTimedOut:
        raise ServicesMissing((_CARRIERS[kind],), client.settings.shown_url, _CANCEL_SECONDS) from None
    except ContractError as error:
        if kind == "feedback" or error.fault.code is not FaultCode.UNKNOWN_NAME:
            raise
        # A coordinator of before there were kinds knows no such run, and may be the quicker one to say so.
        answers = await client.gather(ask, subjects.CANCEL_RUN, wait=_CANCEL_SECONDS, expected=1)
        if not answers:
            raise
        answer = answers[0]
    return answer.run


async def find_session(client: Client, beginning: str) -> str:
    """Return the one session whose id begins so.

    Raises:
        UnknownIdentifier, AmbiguousIdentifier: no run is of such a session, or several sessions begin so.
        ContractError: no coordinator answers.
    """
    runs = await _runs(client, ReportRun(envelope=Envelope.start(), session=beginning))
    return find_identifier(beginning, [each.session for each in runs], "session")


async def _runs(client: Client, ask: ReportRun) -> tuple[RunState, ...]:
    report = await client.ask(ask, subjects.REPORT_RUN)
    return tuple(report.runs)
