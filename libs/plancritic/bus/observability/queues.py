"""How far a service is behind: what waits in its durable consumers, as metrics and for its description."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import nats.errors
import nats.js.errors
import structlog
from nats.js import JetStreamContext
from prometheus_client import CollectorRegistry, Gauge

from plancritic.contracts.service import QueueDepth

_log = structlog.get_logger("plancritic.bus.observability.queues")
_REFRESH_SECONDS = 5.0


class Queues:
    """The durable consumers of a service by the name of their row: `(stream, consumer)`."""

    def __init__(self, registry: CollectorRegistry, consumers: Mapping[str, tuple[str, str]]) -> None:
        self._consumers = consumers
        self._depths: tuple[QueueDepth, ...] = ()
        self._waiting = Gauge(
            "plancritic_queue_waiting", "Messages that no copy has taken yet", ["subject"], registry=registry
        )
        self._under_way = Gauge(
            "plancritic_queue_under_way", "Messages taken and not acknowledged", ["subject"], registry=registry
        )
        self._redelivered = Gauge(
            "plancritic_queue_redelivered",
            "Messages under way that were delivered more than once",
            ["subject"],
            registry=registry,
        )

    async def look(self, jetstream: JetStreamContext, seconds: float = 2.0) -> tuple[QueueDepth, ...]:
        """Return the depths now; those of the last look where the broker does not say within `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                self._depths = tuple(await asyncio.gather(*(self._depth(jetstream, row) for row in self._consumers)))
        except (TimeoutError, nats.errors.Error, nats.js.errors.Error) as error:
            _log.debug("queues not looked at", error=repr(error))
            return self._depths
        for depth in self._depths:
            self._waiting.labels(depth.subject).set(depth.waiting)
            self._under_way.labels(depth.subject).set(depth.under_way)
            self._redelivered.labels(depth.subject).set(depth.redelivered)
        return self._depths

    async def watch(self, jetstream: JetStreamContext) -> None:
        """Look again and again, until cancelled."""
        while True:
            await self.look(jetstream)
            await asyncio.sleep(_REFRESH_SECONDS)

    async def _depth(self, jetstream: JetStreamContext, row: str) -> QueueDepth:
        stream, consumer = self._consumers[row]
        found = await jetstream.consumer_info(stream, consumer)
        return QueueDepth(
            subject=row,
            waiting=found.num_pending or 0,
            under_way=found.num_ack_pending or 0,
            redelivered=found.num_redelivered or 0,
        )
