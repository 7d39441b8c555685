"""Submitting feedback and waiting for the end of its run, as any client of the bus would."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import aclosing
from typing import Any

from tests.support.builders import feedback_submitted

from plancritic.bus import Client, Event
from plancritic.bus.watch import place_unless_recorded
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised, SearchSettings
from plancritic.contracts.questions import QuestionAnswered, QuestionAsked
from plancritic.contracts.subjects import Subject

#: The ends of a run, each in its newest version.
ENDS = (subjects.PLAN_REVISED, subjects.FEEDBACK_REFUSED)
_ENDS_IN_EVERY_VERSION = tuple(row for row in subjects.SUBJECTS if row.name in {end.name for end in ENDS})


async def submit(
    client: Client,
    *statements: str,
    settings: dict[str, Any] | None = None,
    session: str | None = None,
    **changes: Any,
) -> Envelope:
    """Publish feedback as the start of a run of its own, in a session of its own unless one is named; its envelope."""
    message = feedback_submitted(
        *statements, envelope=Envelope.start(session_id=session), settings=SearchSettings(**(settings or {})), **changes
    )
    await client.publish(message, subjects.FEEDBACK_SUBMITTED)
    return message.envelope


async def events_of(client: Client, envelope: Envelope, limit: float = 100.0) -> list[Event]:
    """All events of a run up to its end."""
    seen: list[Event] = []
    async with (
        asyncio.timeout(limit),
        aclosing(client.watch(session=envelope.session_id, correlation=envelope.correlation_id)) as events,
    ):
        async for event in events:
            seen.append(event)
            if event.subject in ENDS:
                return seen
    raise AssertionError("the stream of events ended")


async def end_of(client: Client, envelope: Envelope, limit: float = 100.0) -> PlanRevised | FeedbackRefused:
    """How the run ended."""
    end = (await events_of(client, envelope, limit))[-1].message
    assert isinstance(end, PlanRevised | FeedbackRefused)
    return end


async def confirmed_end(
    client: Client, *statements: str, settings: dict[str, Any] | None = None, limit: float = 100.0
) -> PlanRevised:
    """How a run on waterway 1 ends whose person takes the first choice of every question."""
    submitted = feedback_submitted(
        *statements, envelope=Envelope.start(), settings=SearchSettings(**(settings or {})), questions="ask"
    )
    await client.publish(submitted, subjects.FEEDBACK_SUBMITTED)
    run = submitted.envelope
    async with (
        asyncio.timeout(limit),
        aclosing(client.watch(session=run.session_id, correlation=run.correlation_id)) as events,
    ):
        async for event in events:
            if isinstance(event.message, QuestionAsked):
                answer = QuestionAnswered(
                    envelope=run.caused(f"answer:{event.message.question}"), question=event.message.question, choice=1
                )
                await client.publish(answer, subjects.QUESTION_ANSWERED)
            if isinstance(event.message, PlanRevised):
                return event.message
    raise AssertionError("the stream of events ended")


async def number_of_ends(client: Client, envelope: Envelope, quiet: float = 1.0) -> int:
    """How many ends the session has, once nothing has come for a while; an end in several versions counts once."""
    return (await ends_by_run(client, quiet, envelope.session_id)).total()


async def ends_by_run(client: Client, quiet: float, session: str | None = None) -> Counter[str]:
    """How many ends each run has, once nothing has come for a while. Every version is told as often as the others."""
    told: Counter[tuple[str, Subject]] = Counter()
    try:
        async with aclosing(client.watch(session=session, subjects=_ENDS_IN_EVERY_VERSION)) as events:
            while True:
                event = await asyncio.wait_for(anext(events), quiet)
                told[event.message.envelope.correlation_id, event.subject] += 1
    except TimeoutError:
        pass
    ends: Counter[str] = Counter()
    for run in {run for run, _ in told}:
        for newest in ENDS:
            versions = {row: told[run, row] for row in _ENDS_IN_EVERY_VERSION if row.name == newest.name}
            assert len(set(versions.values())) == 1, f"run {run} is not told as often in each version: {versions}"
            ends[run] += told[run, newest]
    return ends


def equal_results(one: PlanRevised, other: PlanRevised) -> bool:
    """The equality of deterministic mode: specification, plan and statements; ids and times may differ."""
    return (one.specification, one.plan, one.statements) == (other.specification, other.plan, other.statements)


async def is_recorded(client: Client, message: Message, subject: Subject) -> bool:
    """Whether the recording has the event with this id, also long after it was sent."""
    return await place_unless_recorded(client.jetstream, client.naming, message, subject) is None
