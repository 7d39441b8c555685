"""The services that are evaluated: those of the broker that the environment names, else some of our own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from plancritic.bus import BusSettings, Client
from plancritic.command_line.following import require_services
from plancritic.local import LocalStack

#: Runs that one coordinator carries at once, at least (its own default).
_RUNS = 4


@asynccontextmanager
async def evaluated_system(workers: int, say: Callable[[str], None]) -> AsyncIterator[Client]:
    """A client of the services, with so many copies of the planner where they are our own.

    Raises:
        CommandFault: a service of the broker named does not answer.
        LocalError: broker or services cannot be started here.
    """
    settings = BusSettings()
    if "nats_url" in settings.model_fields_set:
        async with Client.connect(settings, name="evaluation") as client:
            await require_services(client)
            say(f"services of the broker at {settings.shown_url}")
            yield client
        return
    say("starting a broker and services of its own")
    environment = {"PLANCRITIC_COORDINATOR_CONCURRENCY": str(max(workers, _RUNS))}
    async with LocalStack(copies={"planner": workers}, environment=environment) as stack:
        async with Client.connect(stack.settings, name="evaluation") as client:
            yield client
        say("stopping the services")
