"""Finding the broker and connecting to it: PLANCRITIC_NATS_URL, else what `make up` wrote down."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import nats.js.errors

from plancritic.bus.client import Client
from plancritic.bus.durable.outage import outage_limited
from plancritic.bus.settings import BusSettings
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.local import read_state


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
async def connected(settings: BusSettings | None = None) -> AsyncIterator[Client]:
    """A client of the broker for the time of the context.

    Raises:
        CommandFault, BrokerUnavailable: no broker, or it has gone or refuses; both end the program with exit code 3.
    """
    async with Client.connect(settings or broker_settings(), name="command-line") as client:
        try:
            async with outage_limited(client):
                yield client
        except nats.js.errors.APIError as error:
            fault = Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"the broker at {client.settings.shown_url} refused: {error.description or error}",
                remedy="read the broker's log; `plancritic provision` creates missing streams",
            )
            raise CommandFault(fault, ExitCode.UNAVAILABLE) from None
