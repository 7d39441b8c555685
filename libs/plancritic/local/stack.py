"""Everything for the main job on this machine, for the time of a context: broker, domains, services."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from plancritic.bus import BusSettings, Client, provision
from plancritic.bus.credentials import AccountLimits, CredentialFiles, issue, user_settings
from plancritic.contracts.service import ServiceDescription
from plancritic.contracts.subjects import DESCRIBE_SERVICE
from plancritic.local.broker import Broker
from plancritic.local.processes import Processes
from plancritic.local.publishing import Published, publish_domain
from plancritic.local.store import adopt_store, store_limit
from plancritic.paths.scratch import scratch_folder

#: Puts domains on a broker.
Publish = Callable[[Client], Awaitable[None]]


#: Services that no feedback run needs: whoever starts all for a run alone is spared their start.
ON_REQUEST = frozenset({"schema_library", "refiner"})


class LocalStack:
    """A broker of its own, provisioned, with all domains published (or what `publish` does) and every service running.

    `copies` changes how many copies of a service run: one each without it, 0 leaves a service out; the services of
    `ON_REQUEST` run where they are named.
    `store` keeps the broker's files from run to run, `logs` the services' logs; both are temporary without.
    With `credentials`, a folder, the broker has users: their seeds are made there unless they are there, and each
    service and `settings` have their own. Without, it trusts whoever connects.
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
        credentials: Path | None = None,
        publish: Publish | None = None,
    ) -> None:
        usual = [service for service in DESCRIBE_SERVICE.consumers if service not in ON_REQUEST]
        self.copies = dict.fromkeys(usual, 1) | dict(copies or {})
        self.credentials = CredentialFiles(credentials.absolute()) if credentials is not None else None
        configuration = self.credentials.configuration if self.credentials is not None else None
        self.broker = Broker(store=store, port=port, configuration=configuration)
        self._store = store
        self.descriptions: tuple[ServiceDescription, ...] = ()
        self.published: tuple[Published, ...] = ()
        self._namespace = namespace
        self._logs = logs
        self._domains = domains
        self._publish = publish
        self._environment = dict(environment or {})
        self._open = AsyncExitStack()
        self._processes: Processes | None = None
        self._settings: BusSettings | None = None

    @property
    def settings(self) -> BusSettings:
        """Settings for a `Client` of this stack; with credentials, of the user `client`."""
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
        settings = self._own_settings(BusSettings())
        if self.credentials is not None:
            limits = AccountLimits(store_bytes=store_limit(self._store))
            issue(self.credentials.folder, (settings.tenant,), settings.namespace, limits)
            if self._store is not None:
                adopt_store(self._store, settings.tenant)
        await self._open.enter_async_context(self.broker)
        settings = settings.model_copy(update={"nats_url": self.broker.url})
        operator = self._as_user(settings, "operator")
        self._settings = self._as_user(settings, "client")
        await provision(operator)
        async with Client.connect(operator, "local") as client:
            if self._publish is not None:
                await self._publish(client)
            else:
                names = known_domains(self._domains)
                # The folder of domains says what its names mean: a version from before is replaced.
                self.published = tuple([await publish_domain(client, name, self._domains, True) for name in names])
        self._processes = Processes(self._settings, self.copies, self._logs, self._environment, self.credentials)
        self._open.push_async_callback(self._processes.stop)
        self.descriptions = await self._processes.start()

    def _own_settings(self, settings: BusSettings) -> BusSettings:
        """Return the settings without what they say of another broker, and of how one signs in there."""
        changes: dict[str, str | None] = {"namespace": self._namespace} if self._namespace is not None else {}
        changes |= dict.fromkeys(("nats_user", "nats_password", "nats_password_file", "nats_nkey_seed_file"))
        changes |= dict.fromkeys(("nats_tls_ca", "nats_tls_certificate", "nats_tls_key"))
        return settings.model_copy(update={**changes, "nats_inbox_prefix": "_INBOX"})

    def _as_user(self, settings: BusSettings, user: str) -> BusSettings:
        return settings if self.credentials is None else user_settings(settings, self.credentials, user)
