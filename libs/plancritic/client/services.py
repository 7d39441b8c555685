"""Which services answer, and waiting for those that do not answer yet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from plancritic.bus import Client
from plancritic.client.errors import ServicesMissing
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.service import DescribeService, ServiceDescription

#: Services that a run needs, in the order in which it comes to them.
NEEDED_SERVICES = ("coordinator", "translator", "planner", "validator", "scorer")

#: Is told the services that are waited for; they may be starting.
Waiting = Callable[[tuple[str, ...]], None]

#: How long copies have to answer a first time, and again: those of a busy machine answer late.
FIRST_LOOK_SECONDS = 0.5
LOOK_SECONDS = 3.0


async def descriptions(client: Client, wait: float = FIRST_LOOK_SECONDS) -> tuple[ServiceDescription, ...]:
    """Return what the copies of all services say of themselves within `wait` seconds."""
    ask = DescribeService(envelope=Envelope.start())
    return await client.gather(ask, subjects.DESCRIBE_SERVICE, wait=wait)


async def ready_services(client: Client, wait: float = FIRST_LOOK_SECONDS) -> frozenset[str]:
    """Return the services of which a ready copy answers within `wait` seconds."""
    return frozenset(each.service for each in await descriptions(client, wait) if each.ready)


async def require_services(
    client: Client,
    needed: Sequence[str] = NEEDED_SERVICES,
    seconds: float | None = None,
    waiting: Waiting | None = None,
) -> None:
    """Wait until a ready copy of each service has answered, `seconds` at most (the setting `service_timeout`).

    `waiting` is told once which services do not answer yet.

    Raises:
        ServicesMissing: the time is over; it names every service that did not answer.
    """
    seconds = client.settings.service_timeout if seconds is None else seconds
    clock = asyncio.get_running_loop().time
    end = clock() + seconds
    ready = await ready_services(client, min(FIRST_LOOK_SECONDS, seconds))
    announced = False
    while missing := tuple(service for service in needed if service not in ready):
        left = end - clock()
        if left <= 0:
            raise ServicesMissing(missing, client.settings.shown_url, seconds)
        if waiting is not None and not announced:
            waiting(missing)
            announced = True
        ready |= await ready_services(client, min(FIRST_LOOK_SECONDS, left))
