"""Runs that nobody has in hand any more, carried on in the background by the copy that is asked to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import nats.js.errors
import structlog

from plancritic.bus import BrokerUnavailable, Client, Postponed, Superseded
from plancritic.bus.durable.work import body_digest
from plancritic.bus.streams import service_events_stream
from plancritic.bus.wire import decode
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.subjects import Subject
from plancritic.threads import stop

_log = structlog.get_logger("plancritic.coordinator.runs.lost_runs")

#: Carries the run that this event began to its end; the second argument is the digest of the event's body.
Carry = Callable[[Any, str], Awaitable[None]]
Refuse = Callable[[Fault, Envelope, str], Awaitable[None]]


class LostRuns:
    """The runs that one copy has taken up, `most` at once; `beginnings` says what carries a run, by what began it.

    Whoever asks names a run and a place in the recording. What began the run is read there: an ask can come from a
    consumer that a client made, with a body of its choice.
    """

    def __init__(self, client: Client, beginnings: Mapping[Subject, Carry], refuse: Refuse, most: int) -> None:
        self._client = client
        self._beginnings = beginnings
        self._refuse = refuse
        self._most = most
        self._taken: dict[str, asyncio.Task[None]] = {}

    async def take_up(self, run: str, sequence: int) -> None:
        """Carry the run on whose first event lies there; one that was taken up here before is left alone.

        Raises:
            ContractError: no such event lies there, or enough runs are taken up already.
        """
        message, row, digest = await self._beginning(run, sequence)
        if run in self._taken:
            return
        if len(self._taken) >= self._most:
            raise ContractError(
                Fault(
                    code=FaultCode.TOO_MANY_RUNS,
                    message=f"{self._most} runs are already carried on here",
                    remedy="ask again once one of them ends",
                )
            )
        self._taken[run] = task = asyncio.ensure_future(self._carried(message, row, digest))
        task.add_done_callback(lambda _: self._taken.pop(run))

    async def close(self) -> None:
        """Stop what was taken up; another copy is asked for it."""
        tasks = tuple(self._taken.values())
        await stop(*tasks)

    async def _beginning(self, run: str, sequence: int) -> tuple[Message, Subject, str]:
        """Return the event at this place, its row and the digest of its body.

        From the mirror, where the numbers are the recording's.
        """
        naming = self._client.naming
        try:
            raw = await self._client.jetstream.get_msg(service_events_stream(naming), seq=sequence)
        except nats.js.errors.NotFoundError:
            raise _begins_nothing(run, sequence) from None
        subject, body = raw.subject or "", raw.data or b""
        row = next((each for each in self._beginnings if subject.startswith(f"{naming.base(each)}.")), None)
        if row is None:
            raise _begins_nothing(run, sequence)
        message: Message = decode(row.message, body, subject)
        if message.envelope.correlation_id != run:
            raise _begins_nothing(run, sequence)
        return message, row, body_digest(body)

    async def _carried(self, message: Message, row: Subject, digest: str) -> None:
        run = message.envelope.correlation_id
        try:
            try:
                await self._beginnings[row](message, digest)
            except BrokerUnavailable:
                raise
            except ContractError as error:
                await self._refuse(error.fault, message.envelope, digest)
        except (Postponed, Superseded) as later:
            _log.info("not carried on here", run=run, reason=str(later))
        except Exception as error:  # noqa: BLE001 - nobody awaits this task, and the run is asked for again
            _log.warning("not carried on, will be asked again", run=run, error=repr(error))


def _begins_nothing(run: str, sequence: int) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.UNKNOWN_NAME,
            message=f"event {sequence} did not start run {run!r}",
            remedy="give the sequence number of the event that started it",
        )
    )
