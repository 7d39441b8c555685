"""Which runs are over: noted when a run ends, looked up by workers before they work on a job of it."""

from __future__ import annotations

from typing import Literal

from plancritic.bus.client import Client
from plancritic.bus.streams import BucketName
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import Fault, FaultCode

#: How a run ended: with a plan, refused, or cancelled.
Ending = Literal["ended", "refused", "cancelled"]


def ending_word(end: Message) -> Ending:
    """Return how a run ended, by the message that is its end: a refusal has a `fault`."""
    fault = getattr(end, "fault", None)
    if not isinstance(fault, Fault):
        return "ended"
    return "cancelled" if fault.code is FaultCode.CANCELLED else "refused"


async def note_end(client: Client, envelope: Envelope, how: Ending) -> None:
    """Note that the envelope's run is over: from now on workers skip its jobs that still wait in a queue.

    Raises:
        NotProvisioned: the bucket is missing.
        nats.errors.Error: the broker does not answer.
    """
    await (await client.kv(BucketName.ENDED)).put(_key(client, envelope), how.encode())


async def ending_of(client: Client, envelope: Envelope) -> str | None:
    """Return how the envelope's run ended, or None while it is not known to be over: one read of the broker.

    Raises:
        NotProvisioned: the bucket is missing.
        nats.errors.Error: the broker does not answer.
    """
    entry = await (await client.kv(BucketName.ENDED)).get(_key(client, envelope))
    return entry.value.decode() if entry is not None else None


def _key(client: Client, envelope: Envelope) -> str:
    return f"{client.settings.tenant}.{envelope.correlation_id}"
