"""The attempts at one message: counted by us, and fenced by the broker.

A note stands on one subject for each message: for a job where its result goes, for an event in the bucket `attempts`.
The first attempt writes none. Every later one claims the message by a note that names the entry before it, and the
result names that note. So the broker refuses whatever an attempt sends that another has followed, however late it
comes: a process that was stopped between a check and a write does no harm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import nats.js.errors

from plancritic.bus.errors import WRONG_LAST_SEQUENCE, Superseded
from plancritic.bus.streams import BucketName, bucket_name, stream_name
from plancritic.bus.wire import ATTEMPTS_NOTE, EXPECTED_LAST
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.subjects import Kind, Subject

if TYPE_CHECKING:
    from plancritic.bus.client import Client

_STANDING = "Plancritic-Standing"
_CLAIMED, _RETURNED = "claimed", "returned"


@dataclass(frozen=True)
class Standing:
    """What stands on a message's subject: `sequence` is its place, 0 where nothing does."""

    sequence: int = 0
    failed: int = 0
    claimed: bool = False
    result: bytes | None = None


class Fence:
    """One attempt at one message. `failed` counts the attempts before it that came to nothing."""

    def __init__(self, client: Client, subject: Subject, envelope: Envelope) -> None:
        naming = client.naming
        self._jetstream = client.jetstream
        if subject.result is not None:
            self._stream = stream_name(naming, Kind.RESULT)
            self._subject = naming.publish(subject.result, envelope, envelope.message_id)
        else:
            bucket = bucket_name(naming, BucketName.ATTEMPTS)
            self._stream = f"KV_{bucket}"
            self._subject = f"$KV.{bucket}.{naming.tenant}.{envelope.message_id}"
        self.sequence = 0
        self.failed = 0

    async def look(self) -> Standing:
        """Return what stands there now."""
        try:
            found = await self._jetstream.get_last_msg(self._stream, self._subject, direct=True)
        except nats.js.errors.NotFoundError:
            return Standing()
        note, sequence = found.headers or {}, found.seq or 0
        if ATTEMPTS_NOTE not in note:
            return Standing(sequence, result=found.data or b"")
        return Standing(sequence, int(note[ATTEMPTS_NOTE]), note.get(_STANDING) == _CLAIMED)

    async def begin(self, standing: Standing, delivery: int) -> None:
        """Claim the message for this attempt; the first one needs no claim.

        Raises:
            Superseded: another attempt has claimed it since `standing` was looked up.
        """
        self.sequence, self.failed = standing.sequence, standing.failed
        if standing.claimed or (standing.sequence == 0 and delivery > 1):
            # Nobody said how the attempt before ended: it died, or it raised.
            self.failed += 1
        if standing.sequence or delivery > 1:
            await self._note(_CLAIMED)

    async def give_back(self) -> None:
        """Note that this attempt was no failure: it was told to stop, or to wait.

        Raises:
            Superseded: another attempt has claimed the message.
        """
        await self._note(_RETURNED)

    async def confirm(self) -> None:
        """Look whether this attempt is the newest one.

        Raises:
            Superseded: it is not.
        """
        if (await self.look()).sequence != self.sequence:
            raise Superseded

    async def _note(self, standing: str) -> None:
        found = {ATTEMPTS_NOTE: str(self.failed), _STANDING: standing, EXPECTED_LAST: str(self.sequence)}
        try:
            self.sequence = (await self._jetstream.publish(self._subject, b"", headers=found)).seq
        except nats.js.errors.APIError as error:
            if error.err_code == WRONG_LAST_SEQUENCE:
                raise Superseded from None
            raise
