"""Finding the broker and connecting to it: PLANCRITIC_NATS_URL, else what `make up` wrote down."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from plancritic.bus import BusSettings, Client
from plancritic.client import PlancriticClient, connected_bus
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.local import read_state

if TYPE_CHECKING:
    from plancritic.domains.published import PublishedDomains


def broker_settings() -> BusSettings:
    """Settings whose URL is that of the environment, else that of the broker `make up` started here.

    Raises:
        CommandFault: exit code 3, where neither names a broker.
    """
    settings = BusSettings()
    if "nats_url" in settings.model_fields_set:
        return settings
    state = read_state()
    if state is None:
        raise CommandFault(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message="no broker is known: PLANCRITIC_NATS_URL is not set, and `make up` does not run in this folder",
                remedy="start everything with `make up`, or set PLANCRITIC_NATS_URL",
            ),
            ExitCode.UNAVAILABLE,
        )
    return settings.model_copy(update={"nats_url": state.url})


@asynccontextmanager
async def connected(settings: BusSettings | None = None) -> AsyncIterator[PlancriticClient]:
    """Connect a client for the time of the context.

    Raises:
        CommandFault, BrokerUnavailable, BrokerRefused: there is no broker, or it has gone or refuses; each ends the
            program with exit code 3.
    """
    async with PlancriticClient.connect(settings or broker_settings(), name="command-line") as client:
        yield client


@asynccontextmanager
async def publishing() -> AsyncIterator[Client]:
    """Connect to the bus itself for the time of the context, for what puts domains and models on the broker.

    Raises:
        CommandFault, BrokerUnavailable, BrokerRefused: as `connected` says.
    """
    async with connected_bus(broker_settings(), name="command-line") as bus:
        yield bus


@asynccontextmanager
async def published_domains() -> AsyncIterator[PublishedDomains]:
    """Connect for the time of the context, for what reads published domains: their words and their problems.

    Raises:
        CommandFault, BrokerUnavailable, BrokerRefused: as `connected` says.
    """
    # Imported here: it needs what only planning needs, and submitting does not.
    from plancritic.domains.published import PublishedDomains

    async with connected_bus(broker_settings(), name="command-line") as bus:
        yield PublishedDomains(bus)
