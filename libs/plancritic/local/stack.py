"""Everything for the main job on this machine, for the time of a context: broker, domains, services."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from plancritic.bus import BusSettings, Client, provision
from plancritic.contracts.service import ServiceDescription
from plancritic.contracts.subjects import DESCRIBE_SERVICE
from plancritic.local.broker import Broker
from plancritic.local.processes import Processes
from plancritic.local.publishing import Published, publish_domain
from plancritic.paths.scratch import scratch_folder


class LocalStack:
    """A broker of its own, provisioned, with all domains published and every service running.

    `copies` changes how many copies of a service run (one each without it; 0 leaves a service out).
    `store` keeps the broker's files from run to run, `logs` the services' logs; both are temporary without.
    After entering, `url`, `settings`, `descriptions`, `published`, `broker` and `processes` say what there is.
    """

    def __init__(
        self,
        copies: Mapping[str, int] | None = None,
        store: Path | None = None,
        namespace: str | None = None,
        logs: Path | None = None,
        domains: Path | None = None,
        port: int = 0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.copies = dict.fromkeys(DESCRIBE_SERVICE.consumers, 1) | dict(copies or {})
        self.broker = Broker(store=store, port=port)
        self.descriptions: tuple[ServiceDescription, ...] = ()
        self.published: tuple[Published, ...] = ()
        self._namespace = namespace
        self._logs = logs
        self._domains = domains
        self._environment = dict(environment or {})
        self._open = AsyncExitStack()
        self._processes: Processes | None = None
        self._settings: BusSettings | None = None

    @property
    def settings(self) -> BusSettings:
        """Settings for a `Client` of this stack."""
        if self._settings is None:
            raise RuntimeError("the stack has not started")
        return self._settings

    @property
    def processes(self) -> Processes:
        """The services' processes."""
        if self._processes is None:
            raise RuntimeError("the stack has not started")
        return self._processes

    @property
    def url(self) -> str:
        """Where the broker listens."""
        return self.broker.url

    @property
    def logs(self) -> Path:
        """The folder of the services' logs."""
        if self._logs is None:
            raise RuntimeError("the stack has not started")
        return self._logs

    async def __aenter__(self) -> Self:
        try:
            await self._start()
        except BaseException:
            await self._open.aclose()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._open.aclose()

    async def _start(self) -> None:
        # Imported here: who only looks for the local broker needs nothing that reads PDDL.
        from plancritic.domains import known_domains

        if self._logs is None:
            self._logs = Path(self._open.enter_context(scratch_folder("logs")))
        await self._open.enter_async_context(self.broker)
        changes: dict[str, str | None] = {"nats_url": self.broker.url}
        if self._namespace is not None:
            changes["namespace"] = self._namespace
        # Whatever broker the environment names, and however one signs in there: this stack has its own.
        changes |= dict.fromkeys(("nats_user", "nats_password", "nats_password_file", "nats_nkey_seed_file"))
        changes |= dict.fromkeys(("nats_tls_ca", "nats_tls_certificate", "nats_tls_key"))
        self._settings = settings = BusSettings().model_copy(update=changes)
        await provision(settings)
        async with Client.connect(settings, "local") as client:
            names = known_domains(self._domains)
            self.published = tuple([await publish_domain(client, name, self._domains) for name in names])
        self._processes = Processes(settings, self.copies, self._logs, self._environment)
        self._open.push_async_callback(self._processes.stop)
        self.descriptions = await self._processes.start()
