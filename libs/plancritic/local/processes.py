"""Services as child processes: started, waited for, stopped together."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from plancritic.bus import BusSettings, Client
from plancritic.bus.credentials import CredentialFiles, user_settings
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.service import DescribeService, ServiceDescription
from plancritic.contracts.subjects import DESCRIBE_SERVICE
from plancritic.local.children import log_tail, start_child, stop_child
from plancritic.local.environment import inherited_environment
from plancritic.local.errors import ServiceFailed


@dataclass(frozen=True)
class Child:
    """One copy of a service."""

    service: str
    copy: int
    process: asyncio.subprocess.Process
    log_file: Path


class Processes:
    """Copies of services against one broker. What dies stays dead until `start_again`; `failed` names it.

    A copy gets `environment` and the names of this program's environment that `inherited_environment` lists. With
    `credentials` each service signs in as its own user; without, the broker has none. Logs go to
    `<logs>/<service>-<copy>.log`.
    """

    def __init__(
        self,
        settings: BusSettings,
        copies: Mapping[str, int],
        logs: Path,
        environment: Mapping[str, str] | None = None,
        credentials: CredentialFiles | None = None,
    ) -> None:
        self._settings = settings
        self._copies = dict(copies)
        self._logs = logs
        self._added = dict(environment or {})
        self._credentials = credentials
        self.children: list[Child] = []

    async def start(self, timeout: float = 60.0) -> tuple[ServiceDescription, ...]:  # noqa: ASYNC109 - part of the error
        """Start all and wait until every copy says that it is ready; their descriptions.

        Raises:
            ServiceFailed: a copy ended or was not ready within `timeout` seconds; the others are stopped.
        """
        try:
            for service, copies in self._copies.items():
                for _ in range(copies):
                    await self.add(service)
            return await self.wait_until_ready(timeout)
        except BaseException:
            await self.stop(grace=2.0)
            raise

    async def add(self, service: str) -> Child:
        """Start one more copy, without waiting for it."""
        child = await self._start_copy(service, 1 + sum(child.service == service for child in self.children))
        self.children.append(child)
        return child

    async def start_again(self, ended: Child) -> Child:
        """Start a copy in the place of one that has ended, under its name, without waiting for it."""
        child = await self._start_copy(ended.service, ended.copy)
        self.children[self.children.index(ended)] = child
        return child

    async def _start_copy(self, service: str, copy: int) -> Child:
        log_file = self._logs / f"{service}-{copy}.log"
        command = (sys.executable, "-m", f"plancritic.{service}")
        return Child(service, copy, await start_child(command, log_file, self._environment(service)), log_file)

    async def wait_until_ready(self, timeout: float = 60.0) -> tuple[ServiceDescription, ...]:  # noqa: ASYNC109
        """Wait until every living copy has described itself as ready.

        Raises:
            ServiceFailed: as `start` says.
        """
        wanted = {child.process.pid: child for child in self.children}
        ready: dict[int, ServiceDescription] = {}
        try:
            async with asyncio.timeout(timeout), Client.connect(self._settings, "local") as client:
                while wanted.keys() - ready.keys():
                    for child in self.failed():
                        status = child.process.returncode
                        tail = log_tail(child.log_file)
                        raise ServiceFailed(child.service, f"ended with status {status}", child.log_file, tail)
                    ask = DescribeService(envelope=Envelope.start())
                    answers = await client.gather(ask, DESCRIBE_SERVICE, wait=0.25, expected=len(wanted))
                    ready |= {one.process_id: one for one in answers if one.ready and one.process_id in wanted}
                    if wanted.keys() - ready.keys():
                        await asyncio.sleep(0.05)
        except TimeoutError:
            child = next(child for process_id, child in wanted.items() if process_id not in ready)
            reason = f"was not ready within {timeout:g} s"
            raise ServiceFailed(child.service, reason, child.log_file, log_tail(child.log_file)) from None
        return tuple(ready[process_id] for process_id in wanted)

    def _environment(self, service: str) -> dict[str, str]:
        settings = self._settings
        if self._credentials is not None:
            settings = user_settings(settings, self._credentials, service)
        return {**inherited_environment(service, os.environ), **_settings_environment(settings), **self._added}

    def failed(self) -> tuple[Child, ...]:
        """Copies that have ended."""
        return tuple(child for child in self.children if child.process.returncode is not None)

    def of(self, service: str) -> tuple[Child, ...]:
        """Return the living copies of a service."""
        return tuple(child for child in self.children if child.service == service and child.process.returncode is None)

    async def stop(self, grace: float = 25.0) -> None:
        """Ask all to finish and end them; a second call does nothing."""
        children, self.children = self.children, []
        await asyncio.gather(*(stop_child(child.process, grace) for child in children))

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


def _settings_environment(settings: BusSettings) -> dict[str, str]:
    return settings.environment() | {"PLANCRITIC_CACHE": str(settings.cache.absolute()), "PLANCRITIC_HTTP_PORT": "0"}
