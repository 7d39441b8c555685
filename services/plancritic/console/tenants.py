"""The connection of each tenant, with that tenant's own credentials: nobody sees another one's sessions."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from plancritic.bus import BusSettings, Client
from plancritic.client import KeptConnection, KeptTenants, connected_bus
from plancritic.console.work.followed import FollowedSessions
from plancritic.console.work.plans import Plans
from plancritic.domains.published import PublishedDomains

_REMEDY = "nothing is lost; the page continues once it is back"
#: Plans without feedback that are made at once.
_PLANNED_AT_ONCE = 2
#: The user of the broker for whoever publishes a domain.
_PUBLISHER = "operator"


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


class Tenants(KeptTenants[Tenant]):
    """The tenants that somebody has signed in for."""

    def __init__(self, settings: BusSettings, credentials: Path | None, most_sessions: int) -> None:
        planning = asyncio.Semaphore(_PLANNED_AT_ONCE)
        super().__init__(
            settings,
            credentials,
            "PLANCRITIC_CONSOLE_CREDENTIALS",
            lambda its: Tenant(its, most_sessions, planning),
        )

    def publisher(self, name: str) -> AbstractAsyncContextManager[Client]:
        """Connect for the time of the context as one who may publish domains.

        Raises:
            ContractError: there are no credentials for that here, or no broker.
        """
        return connected_bus(self.settings(name, _PUBLISHER), name="console")
