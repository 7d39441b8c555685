"""The connection of each tenant, with that tenant's own credentials: nobody sees another one's sessions."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path

import nats.errors
import structlog

from plancritic.bus import BusSettings, Client
from plancritic.bus.credentials import CredentialFiles, user_settings
from plancritic.client import PlancriticClient, connected_bus
from plancritic.console.work.followed import FollowedSessions
from plancritic.console.work.plans import Plans
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains.published import PublishedDomains

_log = structlog.get_logger("plancritic.console.tenants")
_FIRST_SECONDS = 4.0
_AGAIN_SECONDS = 1.0
#: Plans without feedback that are made at once.
_PLANNED_AT_ONCE = 2
#: Users of the broker: for all pages, and for whoever publishes a domain.
_USER, _PUBLISHER = "client", "operator"


class Tenant:
    """One tenant: the connection, which is opened again whenever it is lost, and what is known by it."""

    def __init__(self, settings: BusSettings, most_sessions: int, planning: asyncio.Semaphore) -> None:
        self.name = settings.tenant
        self._settings = settings
        self._bus: Client | None = None
        self._ready = asyncio.Event()
        self._reason = "the console is connecting"
        self._task = asyncio.create_task(self._stay_connected())
        self.sessions = FollowedSessions(lambda: self.bus, most_sessions)
        self.plans = Plans(lambda: self.domains, planning)

    @property
    def bus(self) -> Client:
        """Return the connection. Raises `ContractError` while there is none."""
        if self._bus is None or not self._ready.is_set():
            raise _away(self._settings.shown_url, self._reason)
        return self._bus

    @property
    def client(self) -> PlancriticClient:
        """Return the client on the connection. Raises as `bus`."""
        return PlancriticClient(self.bus)

    @property
    def domains(self) -> PublishedDomains:
        """Return the published domains. Raises as `bus`."""
        if self._domains is None or not self._ready.is_set():
            raise _away(self._settings.shown_url, self._reason)
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
        await self.sessions.close()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    _domains: PublishedDomains | None = None

    async def _stay_connected(self) -> None:
        while True:
            try:
                async with connected_bus(self._settings, name="console") as bus:
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


class Tenants:
    """The tenants that somebody has signed in for."""

    def __init__(self, settings: BusSettings, credentials: Path | None, most_sessions: int) -> None:
        self._settings = settings
        self._credentials = None if credentials is None else CredentialFiles(credentials.absolute())
        self._most_sessions = most_sessions
        self._planning = asyncio.Semaphore(_PLANNED_AT_ONCE)
        self._open: dict[str, Tenant] = {}

    async def tenant(self, name: str) -> Tenant:
        """Return a tenant, connected if its broker is there.

        Raises:
            ContractError: there are no credentials for it.
        """
        if name not in self._open:
            self._open[name] = Tenant(self._settings_of(name), self._most_sessions, self._planning)
        found = self._open[name]
        await found.wait()
        return found

    @property
    def default(self) -> str:
        """Return the tenant that the environment names."""
        return self._settings.tenant

    def publisher(self, name: str) -> AbstractAsyncContextManager[Client]:
        """Connect for the time of the context as one who may publish domains.

        Raises:
            ContractError: there are no credentials for that here, or no broker.
        """
        return connected_bus(self._settings_of(name, _PUBLISHER), name="console")

    async def close(self) -> None:
        """Close all connections."""
        for each in self._open.values():
            await each.close()
        self._open.clear()

    def _settings_of(self, name: str, user: str = _USER) -> BusSettings:
        settings = self._settings.model_copy(update={"tenant": name})
        if self._credentials is None:
            return settings
        if not self._credentials.seed(name, user).is_file():
            raise ContractError(
                Fault(
                    code=FaultCode.SERVICE_UNAVAILABLE,
                    message=f"there are no credentials here of the user {user!r} of the tenant {name!r}",
                    remedy=f"plancritic credentials --tenant {name}, and name their folder in "
                    "PLANCRITIC_CONSOLE_CREDENTIALS",
                )
            )
        return user_settings(settings, self._credentials, user)


def _away(url: str, reason: str) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.SERVICE_UNAVAILABLE,
            message=f"there is no broker at {url}: {reason}",
            remedy="nothing is lost; the page goes on once it is back",
        )
    )
