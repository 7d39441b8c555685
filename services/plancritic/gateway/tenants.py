"""The connection of each tenant, with that tenant's own credentials: no request sees another tenant's runs."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import nats.errors
import structlog
from cachetools import LRUCache

from plancritic.bus import BusSettings, Client
from plancritic.bus.credentials import CredentialFiles, user_settings
from plancritic.client import PlancriticClient, connected_bus
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains.published import PublishedDomains

_log = structlog.get_logger("plancritic.gateway.tenants")
#: So long a request waits for the first connection.
_FIRST_SECONDS = 4.0
_AGAIN_SECONDS = 1.0
_KNOWN_RUNS = 10_000
#: The user of the broker as whom the gateway connects.
_USER = "client"


class Tenant:
    """The connection of one tenant, which is opened again whenever it is lost."""

    def __init__(self, settings: BusSettings) -> None:
        self.name = settings.tenant
        #: Sessions of runs that were submitted here: a look-up saved, and nothing that has to last.
        self.sessions: LRUCache[str, str] = LRUCache(_KNOWN_RUNS)
        self._settings = settings
        self._bus: Client | None = None
        self._domains: PublishedDomains | None = None
        self._ready = asyncio.Event()
        self._reason = "the gateway is connecting"
        self._task = asyncio.create_task(self._stay_connected())

    @property
    def bus(self) -> Client:
        """Return the connection.

        Raises:
            ContractError: there is none now.
        """
        if self._bus is None or not self.is_connected:
            raise self._away()
        return self._bus

    @property
    def client(self) -> PlancriticClient:
        """Return the client on the connection. Raises as `bus`."""
        return PlancriticClient(self.bus)

    @property
    def domains(self) -> PublishedDomains:
        """Return the published domains. Raises as `bus`."""
        if self._domains is None or not self.is_connected:
            raise self._away()
        return self._domains

    @property
    def is_connected(self) -> bool:
        """Return whether there is a connection now."""
        return self._ready.is_set() and self._bus is not None and self._bus.connection.is_connected

    async def wait(self) -> None:
        """Return once there is a connection, or after some seconds without one."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_FIRST_SECONDS):
                await self._ready.wait()

    async def close(self) -> None:
        """Close the connection."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _stay_connected(self) -> None:
        while True:
            try:
                async with connected_bus(self._settings, name="gateway") as bus:
                    self._bus, self._domains = bus, PublishedDomains(bus)
                    self._ready.set()
                    await asyncio.Event().wait()
            except ContractError as error:
                self._reason = error.fault.message
            except (nats.errors.Error, OSError) as error:
                self._reason = repr(error)
            finally:
                self._ready.clear()
            _log.warning("no broker", tenant=self.name, reason=self._reason)
            await asyncio.sleep(_AGAIN_SECONDS)

    def _away(self) -> ContractError:
        reason = "the connection is lost" if self._ready.is_set() else self._reason
        return ContractError(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"there is no broker at {self._settings.shown_url}: {reason}",
                remedy="send the request again later; what was submitted is kept",
            )
        )


class Tenants:
    """The tenants for which there are tokens, or requests."""

    def __init__(self, settings: BusSettings, credentials: Path | None) -> None:
        self._settings = settings
        self._credentials = None if credentials is None else CredentialFiles(credentials.absolute())
        self._open: dict[str, Tenant] = {}

    def open(self, name: str) -> Tenant:
        """Return a tenant; a new one begins to connect.

        Raises:
            ContractError: there are no credentials for it.
        """
        if name not in self._open:
            self._open[name] = Tenant(self._settings_of(name))
        return self._open[name]

    async def tenant(self, name: str) -> Tenant:
        """Return a tenant, connected if its broker is there. Raises as `open`."""
        found = self.open(name)
        if not found.is_connected:
            await found.wait()
        return found

    @property
    def are_ready(self) -> bool:
        """Return whether a tenant is connected."""
        return any(each.is_connected for each in self._open.values())

    async def close(self) -> None:
        """Close all connections."""
        await asyncio.gather(*(each.close() for each in self._open.values()))
        self._open.clear()

    def _settings_of(self, name: str) -> BusSettings:
        settings = self._settings.model_copy(update={"tenant": name})
        if self._credentials is None:
            return settings
        if not self._credentials.seed(name, _USER).is_file():
            raise ContractError(
                Fault(
                    code=FaultCode.SERVICE_UNAVAILABLE,
                    message=f"there are no credentials here of the user {_USER!r} of the tenant {name!r}",
                    remedy=f"plancritic credentials --tenant {name}, and name their folder in "
                    "PLANCRITIC_GATEWAY_CREDENTIALS",
                )
            )
        return user_settings(settings, self._credentials, _USER)
