"""The connection of each tenant, with that tenant's own credentials: no request sees another tenant's runs."""

from __future__ import annotations

from pathlib import Path

from cachetools import LRUCache

from plancritic.bus import BusSettings
from plancritic.client import KeptConnection, KeptTenants
from plancritic.domains.published import PublishedDomains

_KNOWN_RUNS = 10_000
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


class Tenants(KeptTenants[Tenant]):
    """The tenants for which there are tokens, or requests."""

    def __init__(self, settings: BusSettings, credentials: Path | None) -> None:
        super().__init__(settings, credentials, "PLANCRITIC_GATEWAY_CREDENTIALS", Tenant)
