"""Moves durable consumers that older versions made on the event stream to the mirror where they belong now."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import nats.js.errors
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, ConsumerInfo, DeliverPolicy

from plancritic.bus.streams import Durable
from plancritic.contracts.errors import ContractError, Fault, FaultCode

#: How long the broker may take to mirror the events, and how often this is checked.
_MIRROR_SECONDS, _LOOK_SECONDS = 60.0, 0.1
#: The first broker that mirrors messages with the header `Nats-Expected-Stream`, which our clients set until now.
_MIRRORS_ALL = (2, 10)


@dataclass(frozen=True)
class Move:
    """A durable consumer that goes from the event stream, `origin`, to the mirror, the stream of `durable`."""

    origin: str
    durable: Durable

    @property
    def name(self) -> str:
        """The consumer's name, the same on both streams."""
        return str(self.durable.config.durable_name)


async def mirrored_from(jetstream: JetStreamContext, origin: str, server: tuple[int, int]) -> int | None:
    """The sequence at which a new mirror of `origin` begins: the first message that an older consumer may still need.

    None where there is none, so the mirror begins at the start. Raises ContractError where the broker is too old to
    mirror what still waits: before 2.10 it stops at messages with a header that older versions of ours set.
    `server` is the broker's major and minor version.
    """
    try:
        found = await jetstream.consumers_info(origin)
    except nats.js.errors.NotFoundError:
        return None
    old = [each for each in found if each.config is not None and each.config.durable_name]
    waiting = sum((each.num_pending or 0) + (each.num_ack_pending or 0) for each in old)
    if waiting and server < _MIRRORS_ALL:
        raise ContractError(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"feedback of an older version waits on {origin!r} ({waiting} in all), and this nats-server "
                "is too old to move it",
                remedy="let the older coordinators finish it first, or run nats-server 2.10 or newer",
            )
        )
    return min((_done(each) for each in old), default=0) + 1 if old else None


async def move_consumer(jetstream: JetStreamContext, move: Move) -> bool:
    """Create the consumer on the mirror where the old one stands, then delete the old one.

    A mirror has the sequence numbers of its origin, so the new consumer begins after the last message up to which
    everything is acknowledged: nothing is lost. What was acknowledged beyond it is recognised by its run and not
    worked on again. Returns False where there is no old consumer. It can be repeated after an interruption.

    Raises:
        ContractError: the broker did not mirror the events in time.
    """
    try:
        old = await jetstream.consumer_info(move.origin, move.name)
    except nats.js.errors.NotFoundError:
        return False
    if not await _exists(jetstream, move):
        await jetstream.add_consumer(move.durable.stream, await _begun_after(jetstream, move, _done(old)))
    await jetstream.delete_consumer(move.origin, move.name)
    return True


async def _exists(jetstream: JetStreamContext, move: Move) -> bool:
    try:
        await jetstream.consumer_info(move.durable.stream, move.name)
    except nats.js.errors.NotFoundError:
        return False
    return True


async def _begun_after(jetstream: JetStreamContext, move: Move, done: int) -> ConsumerConfig:
    """The consumer's configuration, beginning after the message `done`."""
    mirror = (await jetstream.stream_info(move.durable.stream)).config.mirror
    if done < ((mirror.opt_start_seq if mirror is not None else None) or 1):
        return move.durable.config
    # The broker begins at the mirror's end where it is asked to begin beyond it: that would be too early.
    try:
        async with asyncio.timeout(_MIRROR_SECONDS):
            await _until_mirrored(jetstream, move.durable.stream, done)
    except TimeoutError:
        raise ContractError(
            Fault(
                code=FaultCode.DEADLINE_EXCEEDED,
                message=f"the broker did not mirror {move.origin!r} within {_MIRROR_SECONDS:g} s",
                remedy="run `plancritic provision` again; nothing was lost, the old consumer is still there",
            )
        ) from None
    return move.durable.config.evolve(deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=done + 1)


async def _until_mirrored(jetstream: JetStreamContext, stream: str, sequence: int) -> None:
    while True:
        if (await jetstream.stream_info(stream)).state.last_seq >= sequence:
            return
        await asyncio.sleep(_LOOK_SECONDS)


def _done(consumer: ConsumerInfo) -> int:
    """The sequence of the event up to which the consumer has everything acknowledged."""
    return consumer.ack_floor.stream_seq if consumer.ack_floor is not None else 0
