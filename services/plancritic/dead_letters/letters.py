"""The stream of dead letters: read, found by the beginning of an id, published again, removed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import nats.js.errors
from nats.js.api import ConsumerConfig, DeliverPolicy

from plancritic.bus import Client
from plancritic.bus.durable.burial import DELIVERIES, LETTER_FAULT, ORIGIN, REASON
from plancritic.bus.streams import dead_letter_stream
from plancritic.bus.wire import CORRELATION_ID, MESSAGE_ID, decode
from plancritic.contracts.envelope import Envelope, Message, derived_id, new_id
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.identifiers import candidates, only_identifier
from plancritic.contracts.service import DeadLetter
from plancritic.contracts.subjects import EXECUTION_PROGRESSED, RETRIED, SUBJECTS, Naming, Subject

_READ_SECONDS = 5.0


@dataclass(frozen=True)
class Letter:
    """A dead letter as it lies in the stream."""

    told: DeadLetter
    sequence: int
    body: bytes


class Letters:
    """The dead letters of a tenant. Every method raises `nats.errors.Error` where the broker does not answer."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._stream = dead_letter_stream(client.naming)

    async def all(self) -> tuple[Letter, ...]:
        """Return all letters, oldest first."""
        subscription = await self._client.jetstream.subscribe(
            f"{self._client.naming.prefix}.dead_letter.>",
            stream=self._stream,
            ordered_consumer=True,
            # With a name, the filter is part of the subject that creates the consumer: permissions can hold it.
            config=ConsumerConfig(name=f"letters-{new_id()}", deliver_policy=DeliverPolicy.ALL),
        )
        found: list[Letter] = []
        try:
            info = await subscription.consumer_info()
            delivered = info.delivered.consumer_seq if info.delivered is not None else 0
            waiting = (info.num_pending or 0) + delivered
            while waiting:
                raw = await subscription.next_msg(timeout=_READ_SECONDS)
                place = raw.metadata
                found.append(_letter(raw.headers or {}, raw.subject, raw.data, place.sequence.stream, place.timestamp))
                waiting = place.num_pending
        finally:
            await subscription.unsubscribe()
        return tuple(found)

    async def find(self, beginning: str) -> Letter:
        """Return the one letter whose id begins so.

        Raises:
            ContractError: there is none, or several.
        """
        letters = {each.told.id: each for each in await self.all()}
        found = only_identifier(beginning, letters, "dead letter")
        if found is None:
            known = f"there are: {candidates(tuple(reversed(letters)))}" if letters else "there are no dead letters now"
            raise ContractError(
                Fault(
                    code=FaultCode.UNKNOWN_NAME, message=f"no dead letter's id begins with {beginning!r}", remedy=known
                )
            )
        return letters[found]

    async def retry(self, letter: Letter) -> str:
        """Publish what the letter holds as a message of its own, remove the letter, return the message's run.

        What begins a run begins one of its own: the run before has its end. A report of progress stays with what it
        was. The message's id depends on the letter alone: two who retry it at once publish it once.

        Raises:
            ContractError: what it holds is no valid message, or one for whose answer nobody waits.
        """
        row = row_of(self._client.naming, letter.told.subject)
        if row is None:
            raise _not_retried(letter, f"no service takes the subject {letter.told.subject!r}")
        if row not in RETRIED:
            raise _not_retried(letter, f"nobody is waiting for the result of a {row.name!r} any more")
        try:
            message = decode(row.message, letter.body, letter.told.subject)
        except ContractError as error:
            raise _not_retried(letter, error.fault.message) from None
        renewed = _renewed(message, derived_id(letter.told.id, "retry"), begins_run=row is not EXECUTION_PROGRESSED)
        await self._client.publish(renewed, row)
        await self.drop(letter)
        return str(renewed.envelope.correlation_id)

    async def drop(self, letter: Letter) -> None:
        """Remove the letter; one that is gone already is as good."""
        try:
            await self._client.jetstream.delete_msg(self._stream, letter.sequence)
        except (nats.js.errors.NotFoundError, nats.js.errors.BadRequestError):
            return


def row_of(naming: Naming, subject: str) -> Subject | None:
    """Return the row of the table on whose subjects of the tenant this one lies."""
    namespace, version, tenant, *name = [*subject.split("."), *("" for _ in range(6))][:6]
    if (namespace, tenant) != (naming.namespace, naming.tenant):
        return None
    return next((row for row in SUBJECTS if (f"v{row.version}", row.name) == (version, ".".join(name))), None)


def _renewed(message: Message, fresh: str, begins_run: bool) -> Message:
    old: Envelope = message.envelope
    run = fresh if begins_run else old.correlation_id
    changes = {"message_id": fresh, "correlation_id": run, "causation_id": old.message_id}
    return message.model_copy(update={"envelope": old.model_copy(update=changes)})


def _letter(headers: dict[str, str], subject: str, body: bytes, sequence: int, time: datetime) -> Letter:
    told = DeadLetter(
        id=headers.get(MESSAGE_ID, f"sequence-{sequence}"),
        subject=headers.get(ORIGIN, subject),
        session=subject.rsplit(".", 1)[-1],
        run=headers.get(CORRELATION_ID),
        fault=headers.get(LETTER_FAULT, "unknown"),
        reason=headers.get(REASON, ""),
        deliveries=int(headers.get(DELIVERIES, "0")),
        buried=time,
    )
    return Letter(told, sequence, body)


def _not_retried(letter: Letter, why: str) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=f"dead letter {letter.told.id!r} cannot be tried again: {why}",
            remedy=f"look at it with `plancritic dead-letters show {letter.told.id[:12]}`, then drop it",
        )
    )
