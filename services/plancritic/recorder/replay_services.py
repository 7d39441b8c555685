"""The services that a recording is replayed on, with a broker of their own; domains of the folder or of a broker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from plancritic.bus import BucketName, BusSettings, Client
from plancritic.client import connected_bus
from plancritic.contracts.envelope import new_id
from plancritic.local import LocalStack
from plancritic.local.stack import Publish

#: Runs that one coordinator carries at once, at least (its own default).
_RUNS = 4


def fresh_namespace() -> str:
    """Return the name of a namespace that nobody has."""
    return f"replay-{new_id()[:12]}"


@asynccontextmanager
async def own_services(
    workers: int, say: Callable[[str], None], publish: Publish | None = None
) -> AsyncIterator[Client]:
    """Start a broker and services, with the domains of the folder, and connect for the time of the context.

    With `publish` they have the domains that it puts on the broker.

    Raises:
        LocalError, DomainError: they cannot be started here.
    """
    say("starting a broker and services of its own")
    environment = {"PLANCRITIC_COORDINATOR_CONCURRENCY": str(max(workers, _RUNS))}
    async with (
        LocalStack(
            copies={"planner": workers}, namespace=fresh_namespace(), environment=environment, publish=publish
        ) as stack,
        connected_bus(stack.settings, name="replay") as bus,
    ):
        yield bus


@asynccontextmanager
async def services_like(current: BusSettings, workers: int, say: Callable[[str], None]) -> AsyncIterator[Client]:
    """Start a broker and services with what is published on a broker that runs, which is only read.

    Its users may do nothing outside their namespace, so a replay there could start no services.

    Raises:
        BrokerUnavailable, BrokerRefused: no broker, or one that refuses.
        LocalError: they cannot be started here.
    """
    async with connected_bus(current, name="replay") as published:
        say(f"using the bundles and models that {current.shown_url} serves")
        async with own_services(workers, say, partial(_copy_published, published)) as bus:
            yield bus


async def _copy_published(source: Client, target: Client) -> None:
    """Make current in the target what is current in the source: bundles and scorer models."""
    for bucket in (BucketName.DOMAINS, BucketName.MODELS):
        copied = await target.kv(bucket)
        for entry in await (await source.kv(bucket)).entries():
            await target.put_object(await source.get_object(entry.value.decode()))
            await copied.put(entry.key, entry.value)
