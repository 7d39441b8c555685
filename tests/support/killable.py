"""The whole system with parts that die: every copy of a service, and the broker, whose store is kept."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from plancritic.bus import BusSettings, Client, provision
from plancritic.local import Broker, Processes, publish_domain
from plancritic.local.processes import Child

#: Work of a copy that died is given to another one after this, and its run a little later.
ENVIRONMENT = {
    "PLANCRITIC_ACK_WAIT": "2",
    "PLANCRITIC_LEASE": "1.5",
    "PLANCRITIC_GRACE": "2",
    # Every run has to make its jobs, not to read the verdicts of the one before.
    "PLANCRITIC_COORDINATOR_VERDICT_CACHE": "false",
}


class KillableSystem:
    """A broker with a store in `folder`, and copies of all services; use it as a context."""

    def __init__(self, folder: Path, copies: Mapping[str, int]) -> None:
        self._folder = folder
        self._copies = dict(copies)
        self._open = AsyncExitStack()
        self._broker = Broker(store=folder / "store", log_file=folder / "nats.log")
        self.settings = BusSettings()
        self.processes: Processes

    async def __aenter__(self) -> Self:
        try:
            await self._broker.start()
            self._open.push_async_callback(self._stop_broker)
            changes = {"nats_url": self._broker.url, "cache": self._folder / "cache", "ack_wait": 2.0, "lease": 1.5}
            self.settings = BusSettings().model_copy(update=changes)
            await provision(self.settings)
            async with Client.connect(self.settings, "setup") as client:
                await publish_domain(client, "waterway")
            environment = {**ENVIRONMENT, "PLANCRITIC_CACHE": str(BusSettings().cache.absolute())}
            self.processes = Processes(self.settings, self._copies, self._folder / "logs", environment)
            self._open.push_async_callback(self.processes.stop)
            await self.processes.start()
        except BaseException:
            await self._open.aclose()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._open.aclose()

    def living(self, service: str) -> list[Child]:
        """The copies of a service that live."""
        return [each for each in self.processes.children if each.service == service and each.process.returncode is None]

    async def kill_copy(self, service: str, number: int) -> None:
        """Kill a copy by SIGKILL, and start another one in its place without waiting for it."""
        copies = self.living(service)
        victim = copies[number % len(copies)]
        victim.process.kill()
        await victim.process.wait()
        await self.processes.add(service)

    async def stall_copy(self, service: str, number: int, seconds: float) -> None:
        """Have a copy stand still for a while: it cannot even say that it lives, and wakes up in what it was doing."""
        copies = self.living(service)
        victim = copies[number % len(copies)].process.pid
        os.kill(victim, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(victim, signal.SIGCONT)

    async def kill_broker(self, away: float = 1.0) -> None:
        """Kill the broker by SIGKILL, and start it again on the same port with the same store."""
        port = int(self._broker.url.rsplit(":", 1)[1])
        self._broker.kill()
        await self._broker.stop()
        await asyncio.sleep(away)
        self._broker = Broker(store=self._folder / "store", port=port, log_file=self._folder / "nats.log")
        await self._broker.start()

    async def _stop_broker(self) -> None:
        await self._broker.stop()
