"""A limit to how long a program waits for a broker that has gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import nats.errors
import nats.js.errors

from plancritic.bus.client import Client
from plancritic.bus.errors import BrokerUnavailable

_LOOK_SECONDS = 0.2


@asynccontextmanager
async def outage_limited(client: Client) -> AsyncIterator[None]:
    """End what runs in the context once the broker has been away for `outage_timeout` seconds at a stretch.

    A shorter outage, a restart for example, changes nothing. Where the context raises an error of the
    connection, or a broker that has gone made it fail, that is told in the same way.

    Raises:
        BrokerUnavailable: the broker has gone.
    """
    seconds = client.settings.outage_timeout
    try:
        async with asyncio.timeout(None) as limit:
            looking = asyncio.create_task(_look(client, limit, seconds))
            try:
                yield
            finally:
                looking.cancel()
                with suppress(asyncio.CancelledError):
                    await looking
    except (TimeoutError, nats.errors.Error) as error:
        if limit.expired():
            raise BrokerUnavailable(client.settings.shown_url, f"it has been away for {seconds:g} s") from None
        refused = isinstance(error, nats.js.errors.APIError) and client.connection.is_connected
        if refused or not isinstance(error, nats.errors.Error):
            raise
        reason = "it does not answer in time" if isinstance(error, TimeoutError) else str(error)
        raise BrokerUnavailable(client.settings.shown_url, reason or type(error).__name__) from error


async def _look(client: Client, limit: asyncio.Timeout, seconds: float) -> None:
    """Have the limit run while the connection is lost."""
    clock = asyncio.get_running_loop().time
    while True:
        if client.connection.is_connected:
            limit.reschedule(None)
        elif limit.when() is None:
            limit.reschedule(clock() + seconds)
        await asyncio.sleep(_LOOK_SECONDS)
