"""A connection for programs that serve: opened again whenever it is lost, by each tenant's own credentials."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, Self, TypeVar

import nats.errors
import structlog

from plancritic.bus import BusSettings, Client
from plancritic.bus.credentials import CredentialFiles, user_settings
from plancritic.client.client import PlancriticClient
from plancritic.client.connection import connected_bus
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.threads import stop

_log = structlog.get_logger("plancritic.client.kept")
#: So long `wait` waits for a connection; so long after a lost one the next is tried.
_FIRST_SECONDS, _AGAIN_SECONDS = 4.0, 1.0

_Held = TypeVar("_Held")


class KeptConnection(Generic[_Held]):
    """A connection that is opened again whenever it is lost, with what is `held` by it.

    It begins to connect when it is made, in a running event loop.
    """

    def __init__(self, settings: BusSettings, name: str, remedy: str, held: Callable[[Client], _Held]) -> None:
        """Connect as `name` (of logs and the broker's list).

        `remedy` is what a request can do that comes while there is no connection, `held` makes what hangs on one.
        """
        self.settings = settings
        self._name = name
        self._remedy = remedy
        self._hold = held
        self._open: tuple[Client, _Held] | None = None
        self._ready = asyncio.Event()
        self._reason = "the client is still connecting"
        self._task = asyncio.create_task(self._stay_connected())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def bus(self) -> Client:
        """Return the connection.

        Raises:
            ContractError: `service_unavailable` while there is none.
        """
        return self._opened()[0]

    @property
    def client(self) -> PlancriticClient:
        """Return a client on the connection. Raises as `bus`."""
        return PlancriticClient(self.bus)

    @property
    def held(self) -> _Held:
        """Return what is held by the connection. Raises as `bus`."""
        return self._opened()[1]

    @property
    def is_connected(self) -> bool:
        """Return whether there is a connection now."""
        return self._ready.is_set() and self._open is not None and self._open[0].connection.is_connected

    async def wait(self) -> None:
        """Return once there is a connection, or after some seconds without one."""
        if self.is_connected:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(_FIRST_SECONDS):
                await self._ready.wait()

    async def close(self) -> None:
        """Close the connection."""
        await stop(self._task)

    def _opened(self) -> tuple[Client, _Held]:
        if self._open is None or not self.is_connected:
            reason = "the connection is lost" if self._ready.is_set() else self._reason
            message = f"there is no broker at {self.settings.shown_url}: {reason}"
            raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=message, remedy=self._remedy))
        return self._open

    async def _stay_connected(self) -> None:
        while True:
            try:
                async with connected_bus(self.settings, name=self._name) as bus:
                    self._open = bus, self._hold(bus)
                    self._ready.set()
                    await asyncio.Event().wait()
            except ContractError as error:
                self._reason = error.fault.message
            except (nats.errors.Error, OSError) as error:
                self._reason = repr(error)
            finally:
                self._ready.clear()
            _log.warning("no broker", tenant=self.settings.tenant, reason=self._reason)
            await asyncio.sleep(_AGAIN_SECONDS)


def tenant_settings(
    settings: BusSettings, credentials: CredentialFiles | None, tenant: str, user: str, variable: str
) -> BusSettings:
    """Return the settings by which a user of a tenant connects; without `credentials` as the environment says.

    Raises:
        ContractError: `credentials` have none for this user; the remedy names the `variable` for their folder.
    """
    own = settings.model_copy(update={"tenant": tenant})
    if credentials is None:
        return own
    if not credentials.seed(tenant, user).is_file():
        raise ContractError(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"there are no credentials here for user {user!r} of tenant {tenant!r}",
                remedy=f"make them with `plancritic credentials --tenant {tenant}`, and set their folder in {variable}",
            )
        )
    return user_settings(own, credentials, user)
