"""The connection of each tenant, with that tenant's own credentials: no request sees another tenant's runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cachetools import LRUCache

from plancritic.bus import BusSettings
from plancritic.bus.credentials import CredentialFiles
from plancritic.client import KeptConnection, tenant_settings
from plancritic.domains.published import PublishedDomains

_KNOWN_RUNS = 10_000
#: The user of the broker as whom the gateway connects.
_USER = "client"
_REMEDY = "send the request again later; what was submitted is kept"


class Tenant(KeptConnection[PublishedDomains]):
    """The connection of one tenant."""

    def __init__(self, settings: BusSettings) -> None:
        super().__init__(settings, "gateway", _REMEDY, PublishedDomains)
        self.name = settings.tenant
        #: Sessions of runs that were submitted here: a look-up saved, and nothing that has to last.
        self.sessions: LRUCache[str, str] = LRUCache(_KNOWN_RUNS)

    @property
    def domains(self) -> PublishedDomains:
        """Return the published domains. Raises as `bus`."""
        return self.held


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
            variable = "PLANCRITIC_GATEWAY_CREDENTIALS"
            self._open[name] = Tenant(tenant_settings(self._settings, self._credentials, name, _USER, variable))
        return self._open[name]

    async def tenant(self, name: str) -> Tenant:
        """Return a tenant, connected if its broker is there. Raises as `open`."""
        found = self.open(name)
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
