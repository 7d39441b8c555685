"""The server's one connection to its broker, and what is kept by it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self

import nats.errors
import structlog

from plancritic.bus import BusSettings, Client
from plancritic.client import PlancriticClient, connected_bus
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.specification import ProblemReference
from plancritic.domains.published import PublishedDomains
from plancritic.wording import Lexicon

_log = structlog.get_logger("plancritic.mcp.connection")
#: So long a tool waits for a connection; so long after a lost one the next is tried.
_FIRST_SECONDS = 4.0
_AGAIN_SECONDS = 1.0


class Connection:
    """The connection with the environment's credentials, opened again whenever it is lost."""

    def __init__(self, settings: BusSettings) -> None:
        self._settings = settings
        self._open: tuple[Client, PublishedDomains] | None = None
        self._ready = asyncio.Event()
        self._reason = "it does not answer"
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay_connected())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None, "it is left after it was entered"
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    @property
    def is_connected(self) -> bool:
        """Return whether there is a connection now."""
        return self._ready.is_set() and self._open is not None and self._open[0].connection.is_connected

    async def bus(self) -> Client:
        """Return the connection to the bus.

        Raises:
            ContractError: there is none, and none came in some seconds.
        """
        return (await self._opened())[0]

    async def client(self) -> PlancriticClient:
        """Return the client. Raises as `bus`."""
        return PlancriticClient(await self.bus())

    async def domains(self) -> PublishedDomains:
        """Return the published domains. Raises as `bus`."""
        return (await self._opened())[1]

    async def lexicon(self, about: ProblemReference) -> Lexicon:
        """Return the words of a problem, as the bundle has them that was used. Raises `ContractError` as `bus`."""
        return Lexicon(await (await self.domains()).bundle(about), about.problem)

    async def _opened(self) -> tuple[Client, PublishedDomains]:
        with suppress(TimeoutError):
            async with asyncio.timeout(_FIRST_SECONDS):
                await self._ready.wait()
        if self._open is None or not self._ready.is_set():
            raise ContractError(
                Fault(
                    code=FaultCode.SERVICE_UNAVAILABLE,
                    message=f"there is no broker at {self._settings.shown_url}: {self._reason}",
                    remedy="start it (`make up`), or set PLANCRITIC_NATS_URL; the server connects by itself",
                )
            )
        return self._open

    async def _stay_connected(self) -> None:
        while True:
            try:
                async with connected_bus(self._settings, name="mcp") as bus:
                    self._open = bus, PublishedDomains(bus)
                    self._ready.set()
                    await asyncio.Event().wait()
            except ContractError as error:
                self._reason = error.fault.message
            except (nats.errors.Error, OSError) as error:
                self._reason = repr(error)
            finally:
                self._ready.clear()
            _log.warning("no broker", reason=self._reason)
            await asyncio.sleep(_AGAIN_SECONDS)
