"""How far a run is, as events: the jobs that each service was asked for, and those that are over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import nats.errors
import nats.js.errors
import structlog

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import ServiceJobs
from plancritic.contracts.runs import RunProgressed
from plancritic.contracts.subjects import RUN_PROGRESSED
from plancritic.coordinator.phases.parts import Publish
from plancritic.threads import stop

_log = structlog.get_logger("plancritic.coordinator.runs.progress")

#: Events of one generation, and the least time between two. Each gap is twice the one before: the ten cover minutes,
#: and a long generation neither floods the recording nor falls silent soon.
MOST_EVENTS = 10
LEAST_GAP_SECONDS = 0.2


class JobProgress:
    """Publishes the job counts of one run while it is worked on; generations bring their own counts."""

    def __init__(
        self,
        publish: Publish,
        origin: Envelope,
        jobs: Callable[[], tuple[ServiceJobs, ...]],
        seconds_since_start: Callable[[], float],
    ) -> None:
        self._send = publish
        self._origin = origin
        self._jobs = jobs
        self._published: tuple[ServiceJobs, ...] = ()
        self._events = 0
        self._begun = asyncio.Event()
        #: asyncio's `wait_for`, with which nats-py waits, may swallow the cancellation that ends the publishing.
        self._over = False
        self._seconds_since_start = seconds_since_start

    def begin_generation(self) -> None:
        """Allow the events of another generation; the event of the one before has told the counts so far."""
        self._published = self._jobs()
        self._events = 0
        self._begun.set()

    @asynccontextmanager
    async def published(self) -> AsyncIterator[None]:
        """Publish the counts for the time of the context. No trouble with that touches the run."""
        task = asyncio.create_task(self._publish_changes())
        try:
            yield
        finally:
            self._over = True
            await stop(task)

    async def _publish_changes(self) -> None:
        while not self._over:
            await asyncio.sleep(LEAST_GAP_SECONDS)
            if self._events >= MOST_EVENTS:
                await self._generation(None)
            elif self._jobs() != self._published:
                await self._publish()
                # Another generation may have begun meanwhile; then the least gap holds again.
                gap = LEAST_GAP_SECONDS * 2 ** max(0, self._events - 1)
                await self._generation(gap - LEAST_GAP_SECONDS)

    async def _generation(self, seconds: float | None) -> None:
        """Wait until another generation begins, so many seconds at most."""
        if self._over:
            return
        self._begun.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._begun.wait()
        except TimeoutError:
            return

    async def _publish(self) -> None:
        self._published = jobs = self._jobs()
        self._events += 1
        elapsed = round(self._seconds_since_start(), 4)
        message = RunProgressed(envelope=self._origin.caused(), jobs=jobs, elapsed_seconds=elapsed)
        try:
            await self._send(message, RUN_PROGRESSED)
        except (ContractError, nats.errors.Error, nats.js.errors.Error) as error:
            _log.warning("progress not published", error=repr(error))
