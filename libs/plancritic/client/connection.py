"""The connection to the bus of a program that is no service, with every fault of the broker as a typed error."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import nats.js.errors

from plancritic.bus import BusSettings, Client
from plancritic.bus.durable.outage import outage_limited
from plancritic.client.errors import BrokerRefused


@asynccontextmanager
async def connected_bus(settings: BusSettings | None = None, name: str = "client") -> AsyncIterator[Client]:
    """Connect for the time of the context, which ends once the broker has been away for `outage_timeout` seconds.

    For programs that publish domains and models; everything else is a method of `PlancriticClient`.

    Raises:
        BrokerUnavailable: there is no broker, or it has gone.
        BrokerRefused: the broker answered with an error.
    """
    async with Client.connect(settings, name=name) as bus:
        try:
            async with outage_limited(bus):
                yield bus
        except nats.js.errors.APIError as error:
            raise BrokerRefused(bus.settings.shown_url, error.description or str(error)) from None
