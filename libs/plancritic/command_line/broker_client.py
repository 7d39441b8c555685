"""Finding the broker and connecting to it: PLANCRITIC_NATS_URL, else what `make up` wrote down."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Literal

from plancritic.bus import BusSettings, Client
from plancritic.bus.credentials import CredentialFiles, user_settings
from plancritic.client import PlancriticClient, connected_bus
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.local import read_state

if TYPE_CHECKING:
    from plancritic.domains.published import PublishedDomains

#: The users of a broker that commands sign in as; the operator sees streams and makes them, and publishes domains.
User = Literal["client", "operator"]


def broker_settings(user: User = "client") -> BusSettings:
    """Return settings for the broker of the environment, else for the one that `make up` started here.

    On the latter the command signs in as this user; for the former the environment says how.

    Raises:
        CommandFault: exit code 3, where neither names a broker.
    """
    settings = BusSettings()
    state = read_state()
    if "nats_url" in settings.model_fields_set:
        signs_in = settings.nats_user is not None or settings.nats_nkey_seed_file is not None
        here = state is not None and state.credentials is not None and settings.nats_url == state.url
        # The URL of the broker that runs here, by itself: whoever may read its seeds may sign in.
        if not here or signs_in:
            return settings
    if state is None:
        raise CommandFault(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message="no broker is known: PLANCRITIC_NATS_URL is not set, and `make up` does not run in this folder",
                remedy="start everything with `make up`, or set PLANCRITIC_NATS_URL",
            ),
            ExitCode.UNAVAILABLE,
        )
    settings = settings.model_copy(update={"nats_url": state.url})
    return settings if state.credentials is None else user_settings(settings, CredentialFiles(state.credentials), user)


@asynccontextmanager
async def connected(user: User = "client") -> AsyncIterator[PlancriticClient]:
    """Connect a client for the time of the context, as this user where `make up` started the broker.

    Raises:
        CommandFault, BrokerUnavailable, BrokerRefused: there is no broker, or it has gone or refuses; each ends the
            program with exit code 3.
    """
    async with PlancriticClient.connect(broker_settings(user), name="command-line") as client:
        yield client


@asynccontextmanager
async def publishing() -> AsyncIterator[Client]:
    """Connect to the bus itself for the time of the context, for what puts domains and models on the broker.

    Raises:
        CommandFault, BrokerUnavailable, BrokerRefused: as `connected` says.
    """
    async with connected_bus(broker_settings("operator"), name="command-line") as bus:
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
