"""Runs by their ids: from the coordinator, and from the recording where the coordinator does not know them (yet)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC

from plancritic.bus import Event, Heading, RequestTimedOut, ServiceUnavailable
from plancritic.client import AmbiguousIdentifier, EndNotRecorded, Run, UnknownIdentifier
from plancritic.client.errors import RunsUnknown
from plancritic.client.following import RunEnd
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.execution.reports import ExecutionDeviated
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted
from plancritic.contracts.questions import QuestionAnswered, QuestionAsked
from plancritic.contracts.service import RunState
from plancritic.gateway.faults import Settled
from plancritic.gateway.messages import GivenAnswer, RunStanding
from plancritic.gateway.tenants import Tenant

_BEGINNINGS = (subjects.FEEDBACK_SUBMITTED, subjects.EXECUTION_DEVIATED)
_ENDS = (subjects.PLAN_REVISED, subjects.FEEDBACK_REFUSED)
_QUESTIONS = (subjects.QUESTION_ASKED, subjects.QUESTION_ANSWERED)


@dataclass(frozen=True)
class Place:
    """A run of feedback, or of a deviation, and the session in whose events it is found."""

    run: str
    session: str


async def place_of(tenant: Tenant, run: str) -> Place:
    """Return where the events of the run with this id are.

    Raises:
        UnknownIdentifier: the tenant has no such run.
        ContractError: no broker.
    """
    known = tenant.sessions.get(run)
    if known is not None:
        return Place(run, known)
    state = await _state(tenant, run)
    if state is None:
        return Place(run, (await _beginning(tenant, run)).session)
    if state.kind != "feedback":
        raise UnknownIdentifier(run, (), "run")
    return Place(run, state.session)


async def standing_of(tenant: Tenant, run: str) -> RunStanding:
    """Return where the run with this id stands, with its end if it is recorded. Raises as `place_of`."""
    client = tenant.client
    state = await _state(tenant, run)
    if state is None:
        return await _recorded_standing(tenant, await _beginning(tenant, run))
    if state.state in ("running", "waiting"):
        return RunStanding(state=state)
    try:
        if state.kind == "feedback":
            return RunStanding(state=state, end=await client.result_of(run))
        return RunStanding(state=state, end=await client.end_of_domain_run(state))
    except EndNotRecorded:
        return RunStanding(state=state)


async def cancel(tenant: Tenant, run: str) -> RunState:
    """End the run with this id and return how it stands.

    Raises:
        ContractError: as `place_of`; or no coordinator has begun the run yet.
    """
    if await _state(tenant, run) is not None:
        return await tenant.client.cancel(run)
    standing = await _recorded_standing(tenant, await _beginning(tenant, run))
    if standing.end is not None:
        return standing.state
    message, remedy = f"no coordinator has started run {run} yet", "send the request again"
    raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=message, remedy=remedy))


async def answer(tenant: Tenant, run: str, given: GivenAnswer) -> Place:
    """Answer an open question of a run.

    Raises:
        Settled: the question is no longer open.
        ContractError: as `place_of`; the run has no such question, or the question has no such choice.
    """
    place = await place_of(tenant, run)
    events = await tenant.bus.recorded(place.session, place.run, (*_BEGINNINGS, *_QUESTIONS, *_ENDS))
    messages = [event.message for event in events]
    begun = next((each for each in messages if isinstance(each, FeedbackSubmitted | ExecutionDeviated)), None)
    asked = next((each for each in messages if _asks(each, given.question)), None)
    if begun is None or not isinstance(asked, QuestionAsked):
        message = f"the run {place.run} has asked no question {given.question!r}"
        raise ContractError(Fault(code=FaultCode.UNKNOWN_NAME, message=message, remedy="its events show its questions"))
    if any(isinstance(each, RunEnd) or _answers(each, given.question) for each in messages):
        raise Settled(given.question)
    if given.choice is not None and given.choice not in [each.number for each in asked.choices]:
        message = f"the question {given.question!r} has no choice {given.choice}"
        numbers = ", ".join(str(each.number) for each in asked.choices)
        remedy = f"choose one of {numbers}, or null for none of them"
        raise ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
    await Run(begun, tenant.bus).answer(asked, given.choice, given.skipped)
    return place


def end_among(events: Sequence[Event]) -> Event | None:
    """Return the event that ends a run, or None."""
    return next((each for each in events if isinstance(each.message, RunEnd)), None)


def _asks(message: object, question: str) -> bool:
    return isinstance(message, QuestionAsked) and message.question == question


def _answers(message: object, question: str) -> bool:
    return isinstance(message, QuestionAnswered) and message.question == question


async def _state(tenant: Tenant, run: str) -> RunState | None:
    """Return what is said of the run with this id; None where nobody knows it (yet), or no coordinator answers."""
    try:
        found = await tenant.client.find_run(run)
    except (UnknownIdentifier, AmbiguousIdentifier, RunsUnknown, ServiceUnavailable, RequestTimedOut):
        return None
    return found if found.run == run else None


async def _beginning(tenant: Tenant, run: str) -> Heading:
    """Return the heading of the event that began a run.

    Raises:
        UnknownIdentifier: the recording has none.
    """
    for row in _BEGINNINGS:
        for heading in await tenant.bus.headings(row):
            if heading.run == run:
                return heading
    raise UnknownIdentifier(run, (), "run")


async def _recorded_standing(tenant: Tenant, heading: Heading) -> RunStanding:
    """Return how a run stands that no coordinator knows: it waits for one, or ended long ago."""
    events = await tenant.bus.recorded(heading.session, heading.run, (*_BEGINNINGS, *_ENDS))
    end = end_among(events)
    domains = [each.message.domain for each in events if isinstance(each.message, FeedbackSubmitted)]
    state = RunState(
        run=heading.run,
        session=heading.session,
        domain=domains[0] if domains else "",
        state="waiting" if end is None else _word(end),
        generation=0,
        started=heading.time.astimezone(UTC).isoformat(timespec="milliseconds"),
    )
    return RunStanding.model_validate({"state": state, "end": None if end is None else end.message})


def _word(end: Event) -> str:
    if not isinstance(end.message, FeedbackRefused):
        return "ended"
    return "cancelled" if end.message.fault.code is FaultCode.CANCELLED else "refused"
