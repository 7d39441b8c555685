"""Events in order, from the start of the recording and then live, over reconnects; whether one is recorded."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime

import nats.errors
import nats.js.errors
import structlog
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, DeliverPolicy, RawStreamMsg

from plancritic.bus.streams import stream_name
from plancritic.bus.wire import CORRELATION_ID, MESSAGE_ID, decode
from plancritic.contracts.envelope import Message, new_id
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.subjects import NEWEST, Kind, Naming, Subject

_log = structlog.get_logger("plancritic.bus.watch")
_IDLE_CHECK = 5.0
#: So long a watch tries to begin while nobody answers for the stream: brokers that choose a leader take some seconds.
_LEADERLESS_SECONDS, _AGAIN_SECONDS = 30.0, 0.5


@dataclass(frozen=True)
class Event:
    """An event with its row of the table, its place in the recording and the time it was stored."""

    subject: Subject
    message: Message
    sequence: int
    time: datetime


@dataclass(frozen=True)
class Heading:
    """What stands over an event of a row: the run that it says it is of, its session, its place and its time."""

    row: Subject
    run: str
    session: str
    sequence: int
    time: datetime


async def headings(
    jetstream: JetStreamContext, naming: Naming, row: Subject, session: str | None = None
) -> tuple[Heading, ...]:
    """Return the headings of all recorded events of a row (of one session), oldest first: their bodies are not sent.

    Raises:
        nats.errors.Error, nats.js.errors.Error: the broker does not answer.
    """
    found: list[Heading] = []
    config = ConsumerConfig(name=f"look-{new_id()}", deliver_policy=DeliverPolicy.ALL, headers_only=True)
    subscription = await jetstream.subscribe(
        f"{naming.base(row)}.{session or '*'}",
        stream=stream_name(naming, Kind.EVENT),
        ordered_consumer=True,
        config=config,
    )
    try:
        about = await subscription.consumer_info()
        left = (about.num_pending or 0) + (about.delivered.consumer_seq if about.delivered is not None else 0)
        while left:
            stored = await subscription.next_msg(timeout=_IDLE_CHECK)
            run = (stored.headers or {}).get(CORRELATION_ID, "")
            place, left = stored.metadata.sequence.stream, stored.metadata.num_pending
            found.append(Heading(row, run, stored.subject.rsplit(".", 1)[-1], place, stored.metadata.timestamp))
    finally:
        await subscription.unsubscribe()
    return tuple(found)


async def event_at(jetstream: JetStreamContext, naming: Naming, heading: Heading) -> Event:
    """Return the event under a heading.

    Raises:
        ContractError: it is no valid message of its row, or of another run than its heading says.
        nats.errors.Error, nats.js.errors.Error: the broker does not answer.
    """
    subject = f"{naming.base(heading.row)}.{heading.session}"
    start = DeliverPolicy.BY_START_SEQUENCE
    subscription = await jetstream.subscribe(
        subject,
        stream=stream_name(naming, Kind.EVENT),
        ordered_consumer=True,
        config=ConsumerConfig(name=f"look-{new_id()}", deliver_policy=start, opt_start_seq=heading.sequence),
    )
    try:
        raw = await subscription.next_msg(timeout=_IDLE_CHECK)
    finally:
        await subscription.unsubscribe()
    message = decode(heading.row.message, raw.data, subject)
    if message.envelope.correlation_id != heading.run:
        fault = Fault(
            code=FaultCode.INVALID_MESSAGE, message=f"an event on {subject!r} names another run than its heading"
        )
        raise ContractError(fault)
    return Event(heading.row, message, heading.sequence, heading.time)


async def watch_events(
    jetstream: JetStreamContext,
    naming: Naming,
    session: str | None,
    correlation: str | None,
    subjects: tuple[Subject, ...],
    caught_up: asyncio.Event | None = None,
) -> AsyncGenerator[Event, None]:
    """Events of a session (or all), of one run (or all), of some rows (or all, each in its newest version).

    `caught_up` is set once whoever iterates has all that was recorded when the watch began, and asks for more.
    """
    found = _watched(jetstream, naming, session, correlation, subjects, caught_up is not None)
    async with aclosing(found):
        async for event in found:
            if event is not None:
                yield event
            elif caught_up is not None:
                caught_up.set()


async def recorded_events(
    jetstream: JetStreamContext,
    naming: Naming,
    session: str | None,
    correlation: str | None,
    subjects: tuple[Subject, ...],
) -> tuple[Event, ...]:
    """Return the events of `watch_events` that are recorded now, oldest first."""
    found = _watched(jetstream, naming, session, correlation, subjects, True)
    events: list[Event] = []
    async with aclosing(found):
        async for event in found:
            if event is None:
                break
            events.append(event)
    return tuple(events)


async def _watched(
    jetstream: JetStreamContext,
    naming: Naming,
    session: str | None,
    correlation: str | None,
    subjects: tuple[Subject, ...],
    marked: bool,
) -> AsyncGenerator[Event | None, None]:
    """Events, and (`marked`) None wherever nothing more is recorded."""
    rows = {naming.base(row): row for row in subjects or NEWEST if row.kind is Kind.EVENT}
    pattern = f"{naming.prefix}.{Kind.EVENT}.*.*.{session or '*'}"
    stream = stream_name(naming, Kind.EVENT)
    last = 0
    while True:
        subscription = await _subscribed(jetstream, pattern, stream, last + 1)
        try:
            if marked and await _is_empty(subscription):
                yield None
            while True:
                try:
                    raw = await subscription.next_msg(timeout=_IDLE_CHECK)
                except nats.errors.TimeoutError:
                    # An ordered consumer lives in the server's memory: after a restart it is gone, silently.
                    await subscription.consumer_info()
                    continue
                last = raw.metadata.sequence.stream
                event = _event(rows.get(raw.subject.rsplit(".", 1)[0]), raw)
                if event is not None and correlation in (None, event.message.envelope.correlation_id):
                    yield event
                if marked and not raw.metadata.num_pending:
                    yield None
        except (nats.js.errors.NotFoundError, nats.errors.TimeoutError, nats.js.errors.ServiceUnavailableError):
            _log.info("watching again", after=last)
        finally:
            try:
                await subscription.unsubscribe()
            except (nats.errors.Error, nats.js.errors.Error) as error:
                _log.debug("watch was closed already", error=repr(error))


async def _subscribed(
    jetstream: JetStreamContext, pattern: str, stream: str, first: int
) -> JetStreamContext.PushSubscription:
    """Begin to watch. While brokers choose a leader none answers for the stream: then it is tried again for a while.

    Raises:
        nats.errors.Error, nats.js.errors.Error: the broker refuses, or nobody answered in `_LEADERLESS_SECONDS`.
    """
    until = time.monotonic() + _LEADERLESS_SECONDS
    while True:
        try:
            return await jetstream.subscribe(
                pattern,
                stream=stream,
                ordered_consumer=True,
                # With a name, the filter is part of the subject that creates the consumer: permissions can hold it.
                config=ConsumerConfig(
                    name=f"watch-{new_id()}", deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=first
                ),
            )
        except (nats.errors.TimeoutError, nats.errors.NoRespondersError, nats.js.errors.ServiceUnavailableError):
            if time.monotonic() > until:
                raise
            _log.info("nobody answers for the stream yet", stream=stream)
            await asyncio.sleep(_AGAIN_SECONDS)


def _event(row: Subject | None, raw: Msg) -> Event | None:
    """The event that a stored message is; None for one of another row, and for one that is no valid message."""
    if row is None:
        return None
    place = raw.metadata.sequence.stream
    try:
        message = decode(row.message, raw.data, raw.subject)
    except ContractError as error:
        _log.warning("skipped an event", subject=raw.subject, sequence=place, error=str(error))
        return None
    return Event(row, message, place, raw.metadata.timestamp)


async def _is_empty(subscription: JetStreamContext.PushSubscription) -> bool:
    """Return whether a watch that just began has nothing to send yet."""
    about = await subscription.consumer_info()
    sent = about.delivered.consumer_seq if about.delivered is not None else 0
    return not about.num_pending and not sent


async def last_recorded(jetstream: JetStreamContext, naming: Naming, message: Message, row: Subject) -> int:
    """Return the sequence of the last event on the message's subject; 0 where there is none."""
    found = await _last(jetstream, naming, message, row)
    return 0 if found is None else found.seq or 0


async def place_unless_recorded(
    jetstream: JetStreamContext, naming: Naming, message: Message, row: Subject
) -> int | None:
    """Return the sequence of the last event on the message's subject (0: none), or None where the event is recorded.

    The broker drops a repetition for `DUPLICATE_WINDOW` seconds only; this looks at all that is stored now. The newest
    event comes first, as it is nearly always the one; then the headers of the others.

    Raises:
        nats.errors.Error, nats.js.errors.Error: the broker does not answer.
    """
    subject, stream = naming.publish(row, message.envelope), stream_name(naming, Kind.EVENT)
    newest = await _last(jetstream, naming, message, row)
    if newest is None:
        return 0
    assert newest.seq is not None, "a stored message has its place in the stream"
    if (newest.headers or {}).get(MESSAGE_ID) == message.envelope.message_id:
        return None
    subscription = await jetstream.subscribe(
        subject,
        stream=stream,
        ordered_consumer=True,
        # With a name, the filter is part of the subject that creates the consumer: permissions can hold it.
        config=ConsumerConfig(name=f"look-{new_id()}", deliver_policy=DeliverPolicy.ALL, headers_only=True),
    )
    try:
        while True:
            stored = await subscription.next_msg(timeout=_IDLE_CHECK)
            if (stored.headers or {}).get(MESSAGE_ID) == message.envelope.message_id:
                return None
            if stored.metadata.sequence.stream >= newest.seq:
                return newest.seq
    finally:
        await subscription.unsubscribe()


async def _last(jetstream: JetStreamContext, naming: Naming, message: Message, row: Subject) -> RawStreamMsg | None:
    try:
        subject, stream = naming.publish(row, message.envelope), stream_name(naming, Kind.EVENT)
        return await jetstream.get_last_msg(stream, subject, direct=True)
    except nats.js.errors.NotFoundError:
        return None
