"""Feedback is refused while too much waits already: who asks learns at once when to come again."""

from __future__ import annotations

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

_log = structlog.get_logger("plancritic.coordinator.backlog")
#: A look at the queue is good for so many seconds.
_LOOK_SECONDS = 1.0
#: The pace is that of the looks of so many seconds.
_PACE_SECONDS = 60.0
#: What is said where nothing has left the queue since the first look.
_UNKNOWN_SECONDS = 60


class Backlog:
    """Hears each feedback as it comes, and ends its run while more than `most` wait to be begun.

    Of all copies one hears it. What came while no copy ran is not heard, and so not refused.
    """

    def __init__(self, client: Client, runs: Runs, service: str, most: int) -> None:
        self._client, self._runs, self._service, self._most = client, runs, service, most
        self._subscription: Subscription | None = None
        self._waiting = 0
        #: What this copy has heard since it looked.
        self._heard_since = 0
        #: When the queue was looked at, and how many deliveries it had counted then.
        self._looks: deque[tuple[float, int]] = deque()

    async def open(self) -> None:
        """Begin to listen."""
        subject = self._client.naming.subscribe(FEEDBACK_SUBMITTED)
        self._subscription = await self._client.connection.subscribe(subject, queue=self._service, cb=self._heard)

    async def close(self) -> None:
        """Listen no longer."""
        if self._subscription is not None:
            await self._subscription.unsubscribe()

    async def _heard(self, message: Msg) -> None:
        try:
            if await self._look() <= self._most:
                return
            submitted = decode(FeedbackSubmitted, message.data, message.subject)
            if await self._runs.refuse_unbegun(self._fault(), submitted.envelope, body_digest(message.data)):
                _log.warning("refused: too much waits", run=submitted.envelope.correlation_id, waiting=self._waiting)
        except ContractError as error:
            # Whoever takes it from the queue says what is wrong with it.
            _log.debug("not refused", reason=error.fault.message)
        except (nats.errors.Error, nats.js.errors.Error) as error:
            _log.warning("backlog not looked at", error=repr(error))

    async def _look(self) -> int:
        """Return how many wait; looks again where more than `most` may."""
        now = time.monotonic()
        self._heard_since += 1
        if self._looks and now - self._looks[-1][0] < _LOOK_SECONDS and self._waiting + self._heard_since <= self._most:
            return self._waiting + self._heard_since
        stream = durable_stream(self._client.naming, FEEDBACK_SUBMITTED)
        consumer = durable_name(self._client.naming, FEEDBACK_SUBMITTED, self._service)
        found = await self._client.jetstream.consumer_info(stream, consumer)
        self._waiting, self._heard_since = found.num_pending or 0, 0
        self._looks.append((now, found.delivered.consumer_seq if found.delivered else 0))
        while now - self._looks[0][0] > _PACE_SECONDS:
            self._looks.popleft()
        return self._waiting

    def _fault(self) -> Fault:
        seconds = seconds_until_room(self._looks, self._waiting - self._most)
        return Fault(
            code=FaultCode.BUSY,
            message=f"{self._waiting} feedbacks wait already; no more than {self._most} may",
            remedy=f"submit it again in {seconds} s; more coordinators and planners shorten the wait",
            retry_after_seconds=seconds,
        )


def seconds_until_room(looks: deque[tuple[float, int]], excess: int) -> int:
    """Return in how many seconds a queue is shorter by `excess`, at the pace of the looks (time, deliveries so far)."""
    seconds, deliveries = looks[-1][0] - looks[0][0], looks[-1][1] - looks[0][1]
    if seconds <= 0 or deliveries <= 0:
        return _UNKNOWN_SECONDS
    return max(1, math.ceil(excess * seconds / deliveries))
