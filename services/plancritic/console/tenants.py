"""The connection of each tenant, with that tenant's own credentials: nobody sees another one's sessions."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from plancritic.bus import BusSettings, Client
from plancritic.bus.credentials import CredentialFiles
from plancritic.client import KeptConnection, connected_bus, tenant_settings
from plancritic.console.work.followed import FollowedSessions
from plancritic.console.work.plans import Plans
from plancritic.domains.published import PublishedDomains

_REMEDY = "nothing is lost; the page continues once it is back"
#: Plans without feedback that are made at once.
_PLANNED_AT_ONCE = 2
#: Users of the broker: for all pages, and for whoever publishes a domain.
_USER, _PUBLISHER = "client", "operator"


class Tenant(KeptConnection[PublishedDomains]):
    """One tenant: the connection, and what is known by it."""

    def __init__(self, settings: BusSettings, most_sessions: int, planning: asyncio.Semaphore) -> None:
        super().__init__(settings, "console", _REMEDY, PublishedDomains)
        self.name = settings.tenant
        self.sessions = FollowedSessions(lambda: self.bus, most_sessions)
        self.plans = Plans(lambda: self.held, planning)

    @property
    def domains(self) -> PublishedDomains:
        """Return the published domains. Raises as `bus`."""
        return self.held

    async def close(self) -> None:
        """Stop following sessions and close the connection."""
        await self.sessions.close()
        await super().close()


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
        return tenant_settings(self._settings, self._credentials, name, user, "PLANCRITIC_CONSOLE_CREDENTIALS")
