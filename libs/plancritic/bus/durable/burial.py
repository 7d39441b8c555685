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
#: On a letter whose body is only the beginning of the message: how many bytes the message had.
CUT = "Plancritic-Cut"
#: Left free below the broker's limit. It closes the connection of who sends more, headers included.
_SPARE_BYTES = 4096
#: More headers than that are left out of the letter: our own are far smaller.
_MOST_HEADER_BYTES = 16_384
_REASON_BYTES = 500


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

    A message that with these headers is too large for the broker is cut, and the header `Plancritic-Cut` says so.
    The letter's id depends on the message alone: buried twice within two minutes, it lies there once.

    Raises:
        nats.errors.Error, nats.js.errors.Error: the broker does not take it.
    """
    # Not the broker's own ones: `Nats-Expected-Stream` would have this stream refuse the copy.
    kept = {name: value for name, value in headers.items() if not name.startswith("Nats-")}
    letter = {
        **(kept if _header_bytes(kept) <= _MOST_HEADER_BYTES else {}),
        MESSAGE_ID: derived_id(subject, headers.get(MESSAGE_ID, str(sequence)), "dead"),
        ORIGIN: subject,
        DELIVERIES: str(deliveries),
        LETTER_FAULT: fault.code.value,
        REASON: " ".join(fault.message.split()).encode()[:_REASON_BYTES].decode(errors="ignore"),
    }
    room = client.connection.max_payload - _header_bytes(letter) - _SPARE_BYTES
    if len(body) > room:
        letter[CUT] = str(len(body))
        body = body[: max(room, 0)]
    target = dead_letter_subject(client.naming, row, subject.rsplit(".", 1)[-1])
    await client.jetstream.publish(target, body, headers=letter)


def _header_bytes(headers: Mapping[str, str]) -> int:
    """Return about how many bytes the headers take in a message."""
    return sum(len(name.encode()) + len(value.encode()) + 4 for name, value in headers.items())
