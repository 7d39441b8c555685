"""A connection for programs that serve: opened again whenever it is lost, by each tenant's own credentials."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

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

#: The user of the broker as whom a tenant's requests are served.
_CLIENT = "client"

_Held = TypeVar("_Held")
_Kept = TypeVar("_Kept", bound="KeptConnection[Any]")


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


class KeptTenants(Generic[_Kept]):
    """The connections of tenants by their own credentials, each made when it is first asked for."""

    def __init__(
        self, settings: BusSettings, credentials: Path | None, variable: str, make: Callable[[BusSettings], _Kept]
    ) -> None:
        """Connect as the environment says, or by `credentials`, a folder whose name is the value of `variable`."""
        self._settings = settings
        self._credentials = None if credentials is None else CredentialFiles(credentials.absolute())
        self._variable = variable
        self._make = make
        self._open: dict[str, _Kept] = {}

    @property
    def default(self) -> str:
        """Return the tenant that the environment names."""
        return self._settings.tenant

    @property
    def are_ready(self) -> bool:
        """Return whether a tenant is connected."""
        return any(each.is_connected for each in self._open.values())

    def open(self, name: str) -> _Kept:
        """Return a tenant; a new one begins to connect.

        Raises:
            ContractError: there are no credentials for it.
        """
        if name not in self._open:
            self._open[name] = self._make(self.settings(name, _CLIENT))
        return self._open[name]

    async def tenant(self, name: str) -> _Kept:
        """Return a tenant, connected if its broker is there. Raises as `open`."""
        found = self.open(name)
        await found.wait()
        return found

    def settings(self, tenant: str, user: str) -> BusSettings:
        """Return the settings by which a user of a tenant connects.

        Raises:
            ContractError: there are no credentials for this user.
        """
        own = self._settings.model_copy(update={"tenant": tenant})
        if self._credentials is None:
            return own
        if not self._credentials.seed(tenant, user).is_file():
            raise ContractError(
                Fault(
                    code=FaultCode.SERVICE_UNAVAILABLE,
                    message=f"there are no credentials here for user {user!r} of tenant {tenant!r}",
                    remedy=f"make them with `plancritic credentials --tenant {tenant}`, and set their folder in "
                    f"{self._variable}",
                )
            )
        return user_settings(own, self._credentials, user)

    async def close(self) -> None:
        """Close all connections."""
        await asyncio.gather(*(each.close() for each in self._open.values()))
        self._open.clear()
