"""Dead letters: the copy of a message that was given up, with the reason in its headers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from plancritic.bus.streams import dead_letter_subject
from plancritic.bus.wire import MESSAGE_ID
from plancritic.contracts.envelope import derived_id
from plancritic.contracts.errors import Fault
from plancritic.contracts.subjects import Subject

if TYPE_CHECKING:
    from plancritic.bus.client import Client

DELIVERIES = "Plancritic-Deliveries"
REASON = "Plancritic-Reason"
LETTER_FAULT = "Plancritic-Fault"
ORIGIN = "Plancritic-Subject"


async def bury(
    client: Client,
    row: Subject,
    subject: str,
    body: bytes,
    headers: Mapping[str, str],
    sequence: int,
    deliveries: int,
    fault: Fault,
) -> None:
    """Copy a message of `subject` and place `sequence`, with the reason, into the stream of dead letters.

    The letter's id depends on the message alone: buried twice within two minutes, it lies there once.

    Raises:
        nats.errors.Error, nats.js.errors.Error: the broker does not take it.
    """
    letter = {
        # Not the broker's own ones: `Nats-Expected-Stream` would have this stream refuse the copy.
        **{name: value for name, value in headers.items() if not name.startswith("Nats-")},
        MESSAGE_ID: derived_id(subject, headers.get(MESSAGE_ID, str(sequence)), "dead"),
        ORIGIN: subject,
        DELIVERIES: str(deliveries),
        LETTER_FAULT: fault.code.value,
        REASON: " ".join(fault.message.split())[:500],
    }
    target = dead_letter_subject(client.naming, row, subject.rsplit(".", 1)[-1])
    await client.jetstream.publish(target, body, headers=letter)
