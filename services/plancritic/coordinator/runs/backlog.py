"""Feedback is refused while too much waits already: who asks learns at once when to come again."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque

import nats.errors
import nats.js.errors
import structlog
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from plancritic.bus import Client
from plancritic.bus.durable.work import body_digest
from plancritic.bus.streams import durable_name, durable_stream
from plancritic.bus.wire import decode
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.contracts.subjects import FEEDBACK_SUBMITTED
from plancritic.coordinator.runs.records import Runs
from plancritic.threads import stop

_log = structlog.get_logger("plancritic.coordinator.backlog")
#: So long after it came a feedback is in the stream that workers read, which mirrors that of the clients.
_MIRRORED_SECONDS = 0.25
#: The pace is that of the looks of so many seconds.
_PACE_SECONDS = 60.0
#: What is said where nothing has left the queue since the first look.
_UNKNOWN_SECONDS = 60


class Backlog:
    """Hears each feedback as it comes, and ends the runs of the newest while more than `most` wait to be begun.

    Every copy hears it, and the first to write the end ends it. What came while no copy ran is not heard, and so not
    refused. What is refused stays in the queue until a worker passes over it, and counts no more.
    """

    def __init__(self, client: Client, runs: Runs, service: str, most: int) -> None:
        self._client, self._runs, self._service, self._most = client, runs, service, most
        self._subscription: Subscription | None = None
        self._watching: asyncio.Task[None] | None = None
        self._heard: list[Msg] = []
        self._news = asyncio.Event()
        self._waiting = 0
        #: The deliveries by which what is refused leaves the queue, in order; and how much of it has left.
        self._refused: deque[int] = deque()
        self._passed = 0
        #: When the queue was looked at, and how many deliveries of what was not refused it had counted then.
        self._looks: deque[tuple[float, int]] = deque()

    async def open(self) -> None:
        """Begin to listen."""
        self._watching = asyncio.create_task(self._watch())
        subject = self._client.naming.subscribe(FEEDBACK_SUBMITTED)
        self._subscription = await self._client.connection.subscribe(subject, cb=self._hear)

    async def close(self) -> None:
        """Listen no longer."""
        if self._subscription is not None:
            await self._subscription.unsubscribe()
        if self._watching is not None:
            await stop(self._watching)

    async def _hear(self, message: Msg) -> None:
        self._heard.append(message)
        self._news.set()

    async def _watch(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            await asyncio.sleep(_MIRRORED_SECONDS)
            heard, self._heard = self._heard, []
            try:
                await self._refuse_excess(heard)
            except (ContractError, nats.errors.Error, nats.js.errors.Error) as error:
                # One that cannot look now looks again at the next feedback.
                _log.warning("backlog not looked at", error=repr(error))

    async def _refuse_excess(self, heard: list[Msg]) -> None:
        """Refuse the newest of what was heard, as many as wait too much."""
        last = await self._look()
        excess = min(len(heard), self._waiting - self._most)
        if excess <= 0:
            return
        fault = self._fault()
        self._refused.extend(range(last - excess + 1, last + 1))
        for message in heard[-excess:]:
            try:
                submitted = decode(FeedbackSubmitted, message.data, message.subject)
                if await self._runs.refuse_unbegun(fault, submitted.envelope, body_digest(message.data)):
                    _log.warning("refused: too much waits", run=submitted.envelope.correlation_id)
            except ContractError as error:
                # Whoever takes it from the queue says what is wrong with it.
                _log.debug("not refused", reason=error.fault.message)

    async def _look(self) -> int:
        """See how many wait, and return the delivery by which the last of the queue will leave it."""
        stream = durable_stream(self._client.naming, FEEDBACK_SUBMITTED)
        consumer = durable_name(self._client.naming, FEEDBACK_SUBMITTED, self._service)
        found = await self._client.jetstream.consumer_info(stream, consumer)
        delivered, pending = found.delivered.consumer_seq if found.delivered else 0, found.num_pending or 0
        while self._refused and self._refused[0] <= delivered:
            self._refused.popleft()
            self._passed += 1
        self._waiting = max(0, pending - len(self._refused))
        now = time.monotonic()
        self._looks.append((now, delivered - self._passed))
        while now - self._looks[0][0] > _PACE_SECONDS:
            self._looks.popleft()
        return delivered + pending

    def _fault(self) -> Fault:
        seconds = seconds_until_room(self._looks, self._waiting - self._most)
        return Fault(
            code=FaultCode.BUSY,
            message=f"{self._waiting} feedback messages already wait, and at most {self._most} may",
            remedy=f"submit it again in {seconds} s; more coordinators and planners shorten the wait",
            retry_after_seconds=seconds,
        )


def seconds_until_room(looks: deque[tuple[float, int]], excess: int) -> int:
    """Return in how many seconds a queue is shorter by `excess`, at the pace of the looks (time, deliveries so far)."""
    seconds, deliveries = looks[-1][0] - looks[0][0], looks[-1][1] - looks[0][1]
    if seconds <= 0 or deliveries <= 0:
        return _UNKNOWN_SECONDS
    return max(1, math.ceil(excess * seconds / deliveries))
