"""The events of one run as a stream: the recorded ones first, then live to its end, resumed after any of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass

import nats.errors
import nats.js.errors
import structlog

from plancritic.bus import Client, Event
from plancritic.client.following import RunEnd
from plancritic.contracts.errors import ContractError
from plancritic.gateway.runs import Place, end_among
from plancritic.gateway.tenants import Tenant
from plancritic.threads import stop

_log = structlog.get_logger("plancritic.gateway.events")
#: How often a stream without events looks whether it has to stop.
_LOOK_SECONDS = 0.5


class NothingMore(Exception):
    """The end of the run has been sent before; the answer is 204, after which an event source does not reconnect."""


@dataclass(frozen=True)
class RunStream:
    """The events of a run after the one with this place in the recording.

    `goes_on` is asked from time to time: the stream stops once the gateway stops, or the token is taken back.
    """

    bus: Client
    place: Place
    after: int
    goes_on: Callable[[], bool]

    async def events(self) -> AsyncGenerator[Event, None]:
        """Yield the events; the last one is the run's end. It stops early if `goes_on` says so or the broker is lost.

        Close the iterator (`aclosing`) to stop before the end.
        """
        async with aclosing(self.bus.watch(self.place.session, self.place.run)) as watched:
            upcoming = asyncio.ensure_future(anext(watched))
            try:
                while self.goes_on():
                    done, _ = await asyncio.wait({upcoming}, timeout=_LOOK_SECONDS)
                    if not done:
                        continue
                    event = upcoming.result()
                    if event.sequence > self.after:
                        yield event
                    if isinstance(event.message, RunEnd):
                        return
                    upcoming = asyncio.ensure_future(anext(watched))
            except (ContractError, nats.errors.Error, nats.js.errors.Error, StopAsyncIteration) as error:
                # What was sent is complete up to here: the client comes back with the last event's id.
                _log.info("an event stream broke off", run=self.place.run, reason=repr(error))
            finally:
                await stop(upcoming)


async def stream_of(tenant: Tenant, place: Place, after: int, goes_on: Callable[[], bool]) -> RunStream:
    """Return the stream of a run's events after one of them; `after` 0 is the whole stream.

    Raises:
        NothingMore: the run has ended, and its end has been sent.
        ContractError: no broker.
    """
    bus = tenant.bus
    if after:
        end = end_among(await bus.recorded(place.session, place.run))
        if end is not None and end.sequence <= after:
            raise NothingMore
    return RunStream(bus, place, after, goes_on)
