"""Whether the stores of the broker have room for new work: refused in time, so that what has begun can end."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

import nats.errors
import nats.js.errors
import structlog
from nats.js import JetStreamContext

from plancritic.bus.observability.metrics import FillMetrics
from plancritic.bus.settings import BusSettings
from plancritic.bus.streams import dead_letter_stream, stream_name
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.subjects import Kind

_log = structlog.get_logger("plancritic.bus.room")

#: From this share of a store's limit on nothing new is begun; the rest is for what has begun.
FULL_FROM = 0.9
#: A look at the stores is good for so many seconds.
_LOOK_SECONDS = 1.0
#: Between two looks for the metrics alone.
_WATCH_SECONDS = 15.0
_MIB = 1024 * 1024


class StoreNearlyFull(ContractError):
    """A store is so full that no new work is begun; room made is used at the next look."""

    def __init__(self, fill: StoreFill) -> None:
        self.fill = fill
        super().__init__(
            Fault(
                code=FaultCode.STORE_FULL,
                message=f"the store {fill.store!r} is {fill.share:.0%} full ({fill.used / _MIB:.1f} of "
                f"{fill.limit / _MIB:.1f} MiB): new feedback is refused from {FULL_FROM:.0%} on",
                remedy="raise its limit (deploy/README.md, Limits) or remove old entries, then submit again",
            )
        )


@dataclass(frozen=True)
class StoreFill:
    """How many bytes a store holds, and how many it may."""

    store: str
    used: int
    limit: int

    @property
    def share(self) -> float:
        """Return how much of the limit is used."""
        return self.used / self.limit


async def fills(jetstream: JetStreamContext, settings: BusSettings) -> tuple[StoreFill, ...]:
    """Return the fill of each store that refuses what is new when it is full: recording, dead letters, the account.

    Raises:
        nats.errors.Error, nats.js.errors.Error: the broker does not answer.
    """
    naming = settings.naming
    names = (stream_name(naming, Kind.EVENT), dead_letter_stream(naming))
    account = await jetstream.account_info()
    infos = await asyncio.gather(*(jetstream.stream_info(name) for name in names))
    found = [
        StoreFill(name, info.state.bytes, info.config.max_bytes or -1) for name, info in zip(names, infos, strict=True)
    ]
    found.append(StoreFill(f"all stores of the tenant {naming.tenant}", account.storage, account.limits.max_storage))
    # Without a limit it is as full as the disk, which the broker alone knows.
    return tuple(fill for fill in found if fill.limit > 0)


class StoreCapacity:
    """Looks at the stores now and then; what it saw last is there as metrics."""

    def __init__(self, jetstream: JetStreamContext, settings: BusSettings, metrics: FillMetrics) -> None:
        self._jetstream = jetstream
        self._settings = settings
        self._metrics = metrics
        self._fills: tuple[StoreFill, ...] = ()
        self._looked = -_LOOK_SECONDS

    async def require(self) -> None:
        """Return where there is room for new work.

        Raises:
            StoreNearlyFull: a store is at 90 % of its limit, or above.
        """
        if time.monotonic() - self._looked >= _LOOK_SECONDS:
            await self.look()
        for fill in self._fills:
            if fill.share >= FULL_FROM:
                raise StoreNearlyFull(fill)

    async def look(self) -> None:
        """Look at the stores; where the broker does not say, what was seen last stays."""
        try:
            self._fills = await fills(self._jetstream, self._settings)
            self._looked = time.monotonic()
        except (nats.errors.Error, nats.js.errors.Error) as error:
            # An older deployment's user may not look. The broker itself refuses what no store can hold.
            _log.warning("stores not looked at", error=repr(error))
        for fill in self._fills:
            self._metrics.used.labels(fill.store).set(fill.used)
            self._metrics.limit.labels(fill.store).set(fill.limit)

    async def watch(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(_WATCH_SECONDS)
