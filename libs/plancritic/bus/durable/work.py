"""Durable work: a message in, its answer stored, then the acknowledgement; every failure ends in a typed answer."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import anyio
import nats.errors
import nats.js.errors
import orjson
import structlog
from nats.aio.msg import Msg

from plancritic.bus.durable.burial import bury
from plancritic.bus.durable.ended import ending_of
from plancritic.bus.durable.fence import Fence, Standing
from plancritic.bus.errors import BrokerUnavailable, Conflict, Superseded
from plancritic.bus.observability.logging import bound_envelope
from plancritic.bus.observability.metrics import WorkMetrics
from plancritic.bus.observability.tracing import describe_work
from plancritic.bus.wire import decode, rescue_envelope
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.service import JobFailed
from plancritic.contracts.subjects import Kind, Subject

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from plancritic.bus.client import Client

_log = structlog.get_logger("plancritic.bus.durable.work")
_LONGEST_DELAY = 60.0
#: Looking up whether a run is over costs a worker a millisecond or two a job; so long a job waits without it.
_MOMENT = timedelta(seconds=1)

Handler = Callable[[Any, "Work"], Awaitable[Message | None]]
#: Called where work on an event is refused or given up (a job's answer then is `JobFailed`), with the digest of its
#: body: ids can be copied from another message, a body with the same digest is that message.
Refusal = Callable[[Fault, Envelope, str], Awaitable[None]]


class Postponed(Exception):
    """Raised by a handler: the message is to be delivered again after so many seconds, and nothing has failed."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"to be delivered again in {seconds:g} s")


@dataclass(frozen=True)
class Work:
    """What a handler may know of its delivery; `delivery` and `attempt` count from one.

    A delivery that ends by a clean stop, or is postponed, is no attempt.
    """

    subject: Subject
    envelope: Envelope
    delivery: int
    attempt: int
    attempts: int
    client: Client
    #: SHA-256 of the message's body.
    digest: str = ""

    @property
    def is_last(self) -> bool:
        """Whether a failure now gives the work up."""
        return self.attempt >= self.attempts


@dataclass
class Worker:
    """Takes the messages of one row for one service; `ack_wait` is that of its consumer.

    A message is acknowledged only once the broker has its answer. An attempt that another one has followed stores
    nothing, and neither acknowledges nor returns the message: the broker would take that for the other one's word.
    """

    subject: Subject
    handler: Handler
    client: Client
    metrics: WorkMetrics
    ack_wait: float
    attempts: int
    retry_delay: float
    refused: Refusal | None = None

    async def take(self, raw: Msg) -> None:
        """Work on one delivery until it is answered and acknowledged, delayed, or given up."""
        started = time.perf_counter()
        try:
            message = decode(self.subject.message, raw.data, raw.subject)
        except ContractError as error:
            await self._refuse_invalid(raw, error.fault)
            return
        with bound_envelope(message.envelope):
            fence = Fence(self.client, self.subject, message.envelope)
            try:
                async with self._in_progress(raw):
                    outcome = await self._work(raw, message, fence)
            except asyncio.CancelledError:
                # Told to stop: another copy shall have it at once, not after ack_wait.
                with anyio.CancelScope(shield=True):
                    await self._give_back(raw, fence)
                raise
            except (nats.errors.Error, nats.js.errors.Error, BrokerUnavailable) as error:
                # An absent broker or a full store is no failure of this worker. Where not even the note can be stored,
                # the broker delivers the message again after ack_wait.
                _log.warning("answer could not be stored", subject=raw.subject, error=repr(error))
                await self._give_back(raw, fence, self._pause(_delivery(raw)))
                return
            seconds = time.perf_counter() - started
            describe_work(self.subject.name, message.envelope, outcome, _delivery(raw))
            self.metrics.handled.labels(self.subject.name, outcome).inc()
            self.metrics.seconds.labels(self.subject.name).observe(seconds)
            _log.info(
                "handled",
                subject=self.subject.name,
                outcome=outcome,
                seconds=round(seconds, 4),
                delivery=_delivery(raw),
            )

    async def _work(self, raw: Msg, message: Message, fence: Fence) -> str:
        try:
            return await self._attempt(raw, message, fence)
        except Superseded:
            # Its ack or nak would count for the attempt that followed: the broker knows messages, not attempts.
            _log.warning("superseded by another attempt", subject=self.subject.name, delivery=_delivery(raw))
            return "superseded"
        except Postponed as later:
            await self._give_back(raw, fence, later.seconds)
            return "postponed"

    async def _attempt(self, raw: Msg, message: Message, fence: Fence) -> str:
        delivery = _delivery(raw)
        standing, ended = await asyncio.gather(
            self._standing(fence, delivery), self._run_that_ended(raw, message.envelope)
        )
        if standing.result is not None:
            await raw.ack()
            return "known"
        await fence.begin(standing, delivery)
        if ended is not None:
            await self._fail(raw, _cancelled(message.envelope, ended), message.envelope, fence)
            await raw.ack()
            return "cancelled"
        if fence.failed >= self.attempts:
            fault = Fault(
                code=FaultCode.WORKER_FAILED,
                message=f"{fence.failed} workers died while handling {self.subject.name!r} "
                f"{message.envelope.message_id!r}",
                remedy="read the service's logs; `plancritic dead-letters list` shows the message",
            )
            return await self._give_up(raw, message.envelope, fault, fence)
        attempt, digest, began = fence.failed + 1, body_digest(raw.data), time.monotonic()
        work = Work(self.subject, message.envelope, delivery, attempt, self.attempts, self.client, digest)
        try:
            result = await self.handler(message, work)
            if self.subject.result is not None:
                await self._answer(result, message.envelope, fence)
            elif delivery > 1 or time.monotonic() - began >= self.ack_wait:
                # A result would have been refused; an event has none, and its acknowledgement would be believed.
                await fence.confirm()
            await raw.ack()
            return "answered"
        except ContractError as error:
            if isinstance(error, BrokerUnavailable):
                raise
            _log.info("refused", subject=self.subject.name, code=error.fault.code, reason=error.fault.message)
            if self.subject.result is None:
                await fence.confirm()
            await self._fail(raw, error.fault, message.envelope, fence)
            await raw.ack()
            return "failed"
        except (Superseded, Postponed, nats.errors.Error, nats.js.errors.Error):
            raise
        except Exception as error:  # noqa: BLE001
            # Anything may be raised by a handler; none may end the service or be lost.
            _log.exception("handler failed", subject=self.subject.name, delivery=delivery, of=self.attempts)
            if not work.is_last:
                await fence.confirm()
                await raw.nak(delay=min(self.retry_delay * 2 ** (work.attempt - 1), _LONGEST_DELAY))
                return "retried"
            fault = Fault(
                code=FaultCode.WORKER_FAILED,
                message=f"{self.subject.name!r} failed {work.attempt} times, the last time with "
                f"{type(error).__name__}: {error}",
                remedy="read the service's logs; `plancritic dead-letters list` shows the message",
            )
            return await self._give_up(raw, message.envelope, fault, fence)

    async def _standing(self, fence: Fence, delivery: int) -> Standing:
        """Return what stands of the message; of an event that is delivered for the first time, nothing does."""
        return Standing() if self.subject.result is None and delivery == 1 else await fence.look()

    def _pause(self, delivery: int) -> float:
        """Return how long to wait for a broker or a store: never longer than the broker itself would."""
        return min(self.retry_delay * 2.0 ** min(delivery - 1, 16), self.ack_wait)

    async def _give_back(self, raw: Msg, fence: Fence, seconds: float | None = None) -> None:
        """Return the message to the queue, and note that this was no failure."""
        try:
            await fence.give_back()
            await raw.nak(delay=seconds)
        except (Superseded, nats.errors.Error, nats.js.errors.Error) as error:
            _log.info("not returned, comes back by itself", subject=raw.subject, error=repr(error))

    async def _run_that_ended(self, raw: Msg, envelope: Envelope) -> str | None:
        """Return how the run of a job ended, or None while it lasts; an event belongs to no run before it is taken.

        Of a job that hardly waited it is not asked: its run published it a moment ago.
        """
        if self.subject.kind is not Kind.JOB or datetime.now(UTC) - raw.metadata.timestamp < _MOMENT:
            return None
        return await ending_of(self.client, envelope)

    async def _answer(self, result: Message | None, envelope: Envelope, fence: Fence) -> None:
        """Store the answer.

        Raises:
            Superseded: another attempt has claimed the job, and has not answered yet.
        """
        row = self.subject.result
        if row is None:
            return
        if not isinstance(result, row.message | JobFailed):
            raise TypeError(f"{self.subject.name!r} answers with {row.message.__name__}, not {type(result).__name__}")
        try:
            await self.client.publish_result(result, row, envelope.message_id, fence.sequence)
        except Conflict:
            if (await fence.look()).result is None:
                raise Superseded from None
            # Answered already: what there is to acknowledge is done.

    async def _fail(self, raw: Msg, fault: Fault, envelope: Envelope, fence: Fence) -> None:
        if self.subject.result is not None:
            failed = JobFailed(envelope=envelope.caused("result"), job=envelope.message_id, fault=fault)
            await self._answer(failed, envelope, fence)
        elif self.refused is not None:
            await self.refused(fault, envelope, body_digest(raw.data))

    async def _refuse_invalid(self, raw: Msg, fault: Fault) -> None:
        envelope = rescue_envelope(raw.data, raw.headers, raw.subject)
        _log.error("invalid message", subject=raw.subject, reason=fault.message, answerable=envelope is not None)
        try:
            await self._bury(raw, fault)
            if envelope is not None:
                fence = Fence(self.client, self.subject, envelope)
                standing = await fence.look()
                if standing.result is None:
                    await fence.begin(standing, _delivery(raw))
                    await self._fail(raw, fault, envelope, fence)
            await raw.term()
        except (Superseded, Postponed, nats.errors.Error, nats.js.errors.Error, ContractError) as error:
            _log.warning("refusal could not be stored", subject=raw.subject, error=repr(error))
            return
        self.metrics.handled.labels(self.subject.name, "invalid").inc()

    async def _give_up(self, raw: Msg, envelope: Envelope, fault: Fault, fence: Fence) -> str:
        # The letter before the answer: with the answer there, a repetition would stop at "known".
        await self._bury(raw, fault)
        await self._fail(raw, fault, envelope, fence)
        await raw.term()
        return "given_up"

    async def _bury(self, raw: Msg, fault: Fault) -> None:
        """Copy the message, with the reason, into the dead-letter stream."""
        place = raw.metadata.sequence.stream
        await bury(self.client, self.subject, raw.subject, raw.data, raw.headers or {}, place, _delivery(raw), fault)

    @asynccontextmanager
    async def _in_progress(self, raw: Msg) -> AsyncIterator[None]:
        """Keep the broker from delivering the message again while it is worked on."""

        async def beat() -> None:
            while True:
                await asyncio.sleep(self.ack_wait / 3)
                with suppress(nats.errors.Error):
                    await raw.in_progress()

        beating = asyncio.create_task(beat())
        self.metrics.in_flight.inc()
        try:
            yield
        finally:
            self.metrics.in_flight.dec()
            beating.cancel()


def body_digest(body: bytes) -> str:
    """Return the SHA-256 of what a message says: the same digest is the same message, whatever ids another copies.

    The span of its sending is left out: sent again, a message has another one.
    """
    try:
        content = orjson.loads(body)
        del content["envelope"]["traceparent"]
        said = orjson.dumps(content, option=orjson.OPT_SORT_KEYS)
    except (orjson.JSONDecodeError, TypeError, KeyError):
        said = body
    return hashlib.sha256(said).hexdigest()


def _cancelled(envelope: Envelope, ended: str) -> Fault:
    return Fault(
        code=FaultCode.CANCELLED,
        message=f"the run {envelope.correlation_id!r} is over ({ended}), so nobody waits for this job",
        remedy="no action is needed; to get a result all the same, submit the feedback as a new run",
    )


def _delivery(raw: Msg) -> int:
    return raw.metadata.num_delivered or 1
