"""Reading the event stream of a broker as it is: raw events in order, to the end that it has now."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, datetime

import nats.errors
import nats.js.errors
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, DeliverPolicy

from plancritic.bus import Client, NotProvisioned
from plancritic.bus.streams import stream_name
from plancritic.contracts.envelope import new_id
from plancritic.contracts.subjects import Kind
from plancritic.recorder.recording import RecordedEvent

_IDLE_CHECK = 2.0


@dataclass(frozen=True)
class Start:
    """Where reading begins: at a sequence number, or a time, or (without either) at the beginning."""

    sequence: int | None = None
    time: datetime | None = None


@dataclass(frozen=True)
class StreamEvent:
    """An event, and how many are still to come after it."""

    event: RecordedEvent
    left: int


async def read_events(
    client: Client, start: Start | None = None, session: str | None = None, headers_only: bool = False
) -> AsyncGenerator[StreamEvent, None]:
    """Yield the tenant's events, or those of the session of exactly this id, until none is left.

    With `headers_only` their payloads are empty.

    Close the iterator (`aclosing`) to stop before.

    Raises:
        NotProvisioned: there is no event stream.
        nats.errors.Error, nats.js.errors.Error: the broker does not answer.
    """
    naming = client.naming
    stream = stream_name(naming, Kind.EVENT)
    last = 0
    while True:
        subscription = await _subscribed(client, stream, _config(start or Start(), last, headers_only), session)
        try:
            begun = await subscription.consumer_info()
            if not begun.num_pending and not (begun.delivered and begun.delivered.consumer_seq):
                return
            while True:
                raw: Msg = await subscription.next_msg(timeout=_IDLE_CHECK)
                last, left = raw.metadata.sequence.stream, raw.metadata.num_pending
                yield StreamEvent(_recorded(raw, naming.namespace), left)
                if not left:
                    return
        except (nats.errors.TimeoutError, nats.js.errors.NotFoundError):
            # An ordered consumer lives in the server's memory: after a restart it is gone, silently. Where the broker
            # stays away, whoever opened the connection ends this.
            continue
        finally:
            if not subscription._closed and client.connection.is_connected:
                await subscription.unsubscribe()


async def _subscribed(
    client: Client, stream: str, config: ConsumerConfig, session: str | None
) -> JetStreamContext.PushSubscription:
    pattern = f"{client.naming.prefix}.{Kind.EVENT}.*.*.{session or '*'}"
    try:
        return await client.jetstream.subscribe(pattern, stream=stream, ordered_consumer=True, config=config)
    except nats.js.errors.NotFoundError:
        raise NotProvisioned(f"the stream {stream!r}") from None


def _config(start: Start, last: int, headers_only: bool) -> ConsumerConfig:
    """Return a consumer that begins after the event of sequence `last`, or at the start if that is 0."""
    # With a name, the filter is part of the subject that creates the consumer: permissions can hold it.
    config = ConsumerConfig(
        name=f"watch-{new_id()}", deliver_policy=DeliverPolicy.ALL, headers_only=headers_only or None
    )
    if last or start.sequence is not None:
        sequence = max(last + 1, start.sequence or 1)
        return config.evolve(deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=sequence)
    if start.time is not None:
        # nats-py hands it on as it is; the server takes RFC 3339 in UTC.
        moment = start.time.astimezone(UTC).isoformat().replace("+00:00", "Z")
        return config.evolve(deliver_policy=DeliverPolicy.BY_START_TIME, opt_start_time=moment)
    return config


def _recorded(raw: Msg, namespace: str) -> RecordedEvent:
    metadata = raw.metadata
    return RecordedEvent(
        sequence=metadata.sequence.stream,
        time=metadata.timestamp,
        subject=raw.subject.removeprefix(f"{namespace}."),
        payload=raw.data,
        headers=dict(raw.headers or {}),
    )
