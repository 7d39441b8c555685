"""Asks and advisories in, dead letters out; the watchdog runs beside them."""

from __future__ import annotations

import asyncio

import orjson
import structlog
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from plancritic.bus import Service
from plancritic.bus.streams import service_events_stream, stream_name
from plancritic.contracts import subjects
from plancritic.contracts.service import (
    DeadLetterDropped,
    DeadLetterList,
    DeadLetterRetried,
    DeadLetterShown,
    DropDeadLetter,
    ListDeadLetters,
    RetryDeadLetter,
    ShowDeadLetter,
)
from plancritic.contracts.subjects import Kind
from plancritic.dead_letters.letters import Letters
from plancritic.dead_letters.metrics import StuckMetrics
from plancritic.dead_letters.settings import DeadLetterSettings
from plancritic.dead_letters.watchdog import Watchdog
from plancritic.threads import stop

_log = structlog.get_logger("plancritic.dead_letters.handlers")
#: What the broker says of a message that it delivers no more. A worker buries what it ends, so an ended event needs
#: nothing: it stays in the mirror, and would be counted twice. An ended job has left its queue.
ADVISORIES = {Kind.JOB: ("MAX_DELIVERIES", "MSG_TERMINATED"), Kind.EVENT: ("MAX_DELIVERIES",)}


def register(service: Service, settings: DeadLetterSettings) -> None:
    """Adds the handlers of dead letters to their service."""
    metrics = StuckMetrics(service.registry)
    open_parts: list[Subscription] = []
    watching: list[asyncio.Task[None]] = []

    @service.on_start
    async def listen() -> None:
        client = service.client
        watchdog = Watchdog(client, settings, metrics)

        async def heard(message: Msg) -> None:
            advisory = orjson.loads(message.data)
            _log.warning("advisory", subject=message.subject, sequence=advisory.get("stream_seq"))
            await watchdog.undelivered(advisory["stream"], advisory["stream_seq"], advisory.get("deliveries", 0))

        streams = {Kind.JOB: stream_name(client.naming, Kind.JOB), Kind.EVENT: service_events_stream(client.naming)}
        for of, stream in streams.items():
            for kind in ADVISORIES[of]:
                subject = f"$JS.EVENT.ADVISORY.CONSUMER.{kind}.{stream}.>"
                open_parts.append(await client.connection.subscribe(subject, queue=service.name, cb=heard))
        watching.append(asyncio.create_task(watchdog.watch()))

    @service.on_stop
    async def end() -> None:
        await stop(*watching)

    @service.ask(subjects.LIST_DEAD_LETTERS)
    async def list_letters(ask: ListDeadLetters) -> DeadLetterList:
        found = await Letters(service.client).all()
        newest = tuple(each.told for each in reversed(found))[: ask.limit]
        return DeadLetterList(letters=newest, total=len(found))

    @service.ask(subjects.SHOW_DEAD_LETTER)
    async def show(ask: ShowDeadLetter) -> DeadLetterShown:
        found = await Letters(service.client).find(ask.letter)
        # An answer has to fit into one message of the broker, the escapes of its JSON included.
        body = found.body.decode(errors="backslashreplace")[: service.client.connection.max_payload // 4]
        return DeadLetterShown(letter=found.told, body=body)

    @service.ask(subjects.RETRY_DEAD_LETTER)
    async def retry(ask: RetryDeadLetter) -> DeadLetterRetried:
        letters = Letters(service.client)
        found = await letters.find(ask.letter)
        return DeadLetterRetried(letter=found.told, run=await letters.retry(found))

    @service.ask(subjects.DROP_DEAD_LETTER)
    async def drop(ask: DropDeadLetter) -> DeadLetterDropped:
        letters = Letters(service.client)
        found = await letters.find(ask.letter)
        await letters.drop(found)
        return DeadLetterDropped(letter=found.told)
