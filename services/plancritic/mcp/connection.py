"""The server's one connection to its broker, and what is kept by it."""

from __future__ import annotations

from typing import Self

from plancritic.bus import BusSettings, Client
from plancritic.client import KeptConnection, PlancriticClient
from plancritic.contracts.specification import ProblemReference
from plancritic.domains.published import PublishedDomains
from plancritic.wording import Lexicon

_REMEDY = "start it (`make up`), or set PLANCRITIC_NATS_URL; the server connects by itself"


class Connection:
    """The connection with the environment's credentials; whoever needs it waits some seconds for it.

    It is kept while its context lasts.
    """

    def __init__(self, settings: BusSettings) -> None:
        self._settings = settings
        self._kept: KeptConnection[PublishedDomains] | None = None

    async def __aenter__(self) -> Self:
        self._kept = KeptConnection(self._settings, "mcp", _REMEDY, PublishedDomains)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._kept is not None, "it is left after it was entered"
        await self._kept.close()

    @property
    def is_connected(self) -> bool:
        """Return whether there is a connection now."""
        return self._kept is not None and self._kept.is_connected

    async def bus(self) -> Client:
        """Return the connection to the bus.

        Raises:
            ContractError: there is none, and none came in some seconds.
        """
        return (await self._waited()).bus

    async def client(self) -> PlancriticClient:
        """Return the client. Raises as `bus`."""
        return (await self._waited()).client

    async def domains(self) -> PublishedDomains:
        """Return the published domains. Raises as `bus`."""
        return (await self._waited()).held

    async def lexicon(self, about: ProblemReference) -> Lexicon:
        """Return the words of a problem, as the bundle has them that was used. Raises `ContractError` as `bus`."""
        return Lexicon(await (await self.domains()).bundle(about), about.problem)

    async def _waited(self) -> KeptConnection[PublishedDomains]:
        assert self._kept is not None, "it is used in its context"
        await self._kept.wait()
        return self._kept
