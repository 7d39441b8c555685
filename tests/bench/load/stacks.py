"""A broker on loopback with one or more tenants, each with services of its own, for the time of a context."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from plancritic.bus import BusSettings, Client, provision
from plancritic.bus.credentials import issue, user_settings
from plancritic.domains import known_domains
from plancritic.local.broker import Broker
from plancritic.local.processes import Processes
from plancritic.local.publishing import publish_domain
from plancritic.paths.scratch import scratch_folder

#: What a feedback run needs.
_COPIES = {"coordinator": 1, "translator": 1, "planner": 1, "validator": 1, "scorer": 1, "dead_letters": 1}


@dataclass(frozen=True)
class TenantStack:
    """A tenant's settings of its users `client` and `operator`, and the processes of its services."""

    settings: BusSettings
    operator: BusSettings
    processes: Processes


@asynccontextmanager
async def running(
    tenants: Sequence[str], copies: Mapping[str, int], environment: Mapping[str, str] | None = None
) -> AsyncIterator[tuple[Broker, tuple[TenantStack, ...]]]:
    """Start a broker with users, and for each tenant all services, with `copies` of those that are named."""
    async with AsyncExitStack() as opened:
        folder = Path(opened.enter_context(scratch_folder("load")))
        files = issue(folder / "credentials", tenants).files
        broker = Broker(store=folder / "store", configuration=files.configuration)
        await opened.enter_async_context(broker)
        stacks = []
        for tenant in tenants:
            settings = BusSettings().model_copy(
                update={"nats_url": broker.url, "tenant": tenant, "nats_inbox_prefix": "_INBOX"}
            )
            operator = user_settings(settings, files, "operator")
            await provision(operator)
            async with Client.connect(operator, "load") as client:
                for name in known_domains(None):
                    await publish_domain(client, name, None, True)
            own = user_settings(settings, files, "client")
            logs = folder / "logs" / tenant
            logs.mkdir(parents=True)
            processes = Processes(own, {**_COPIES, **copies}, logs, environment, files)
            opened.push_async_callback(processes.stop)
            await processes.start()
            stacks.append(TenantStack(own, operator, processes))
        yield broker, tuple(stacks)
