"""The state of the whole system: services, latest runs, and how full the streams are."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import nats.errors
import nats.js.errors

from plancritic.bus import Client
from plancritic.bus.streams import streams
from plancritic.client.domain_runs import domain_runs, newest_first
from plancritic.client.lookups import latest_runs
from plancritic.client.services import descriptions
from plancritic.contracts.errors import ContractError
from plancritic.contracts.service import RunState, ServiceDescription


@dataclass(frozen=True)
class RunsUnknown:
    """Nobody could say which runs there are: that is not the same as no runs."""

    reason: str


@dataclass(frozen=True)
class ConsumerDepth:
    """How many messages wait for a durable consumer, how many it has in hand, and how many of these again."""

    waiting: int
    under_way: int
    redelivered: int


@dataclass(frozen=True)
class StreamDepth:
    """How much a stream holds, and how far its durable consumers are behind."""

    messages: int
    bytes: int
    #: None where the stream has no limit.
    limit_bytes: int | None
    consumers: Mapping[str, ConsumerDepth]


@dataclass(frozen=True)
class StreamMissing:
    """The stream is not provisioned."""


@dataclass(frozen=True)
class StreamHidden:
    """The user of this client may not look at the stream."""


StreamState = StreamDepth | StreamMissing | StreamHidden


@dataclass(frozen=True)
class SystemStatus:
    """What answers on a broker; copies of services by name, runs newest first, streams by name."""

    broker: str
    services: tuple[ServiceDescription, ...]
    runs: tuple[RunState, ...] | RunsUnknown
    streams: Mapping[str, StreamState]


async def system_status(client: Client) -> SystemStatus:
    """Return the state of services, runs and streams.

    Raises:
        nats.js.errors.APIError, nats.errors.Error: the broker does not answer as it should.
    """
    copies = sorted(await descriptions(client), key=lambda copy: (copy.service, copy.instance))
    runs: tuple[RunState, ...] | RunsUnknown
    try:
        runs = newest_first(await latest_runs(client), await domain_runs(client))
    except ContractError as error:
        runs = RunsUnknown(error.fault.message)
    names = [str(config.name) for config in streams(client.settings)]
    # At once: for a user who may not see them each takes as long as a time-out.
    depths = await asyncio.gather(*(_stream_state(client, name) for name in names))
    return SystemStatus(client.settings.shown_url, tuple(copies), runs, dict(zip(names, depths, strict=True)))


async def _stream_state(client: Client, name: str) -> StreamState:
    try:
        found = await client.jetstream.stream_info(name)
        consumers = await client.jetstream.consumers_info(name)
    except nats.js.errors.NotFoundError:
        return StreamMissing()
    except nats.errors.TimeoutError:
        # The broker does not answer a user who may not know.
        return StreamHidden()
    return StreamDepth(
        messages=found.state.messages,
        bytes=found.state.bytes,
        limit_bytes=found.config.max_bytes if (found.config.max_bytes or -1) > 0 else None,
        consumers={
            consumer.name: ConsumerDepth(
                consumer.num_pending or 0, consumer.num_ack_pending or 0, consumer.num_redelivered or 0
            )
            for consumer in consumers
            if consumer.config is not None and consumer.config.durable_name
        },
    )
