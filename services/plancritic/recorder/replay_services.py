"""The services that a recording is replayed on: in a fresh namespace, of a broker of their own or of one that runs."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import nats.js.errors

from plancritic.bus import BucketName, BusSettings, Client, provision
from plancritic.bus.streams import buckets, object_stores, streams
from plancritic.client import connected_bus
from plancritic.contracts.envelope import new_id
from plancritic.contracts.subjects import DESCRIBE_SERVICE
from plancritic.local import LocalStack, Processes
from plancritic.paths.scratch import scratch_folder
from plancritic.recorder.errors import BrokerHasUsers

#: Runs that one coordinator carries at once, at least (its own default).
_RUNS = 4


def fresh_namespace() -> str:
    """Return the name of a namespace that nobody has."""
    return f"replay-{new_id()[:12]}"


@asynccontextmanager
async def own_services(workers: int, say: Callable[[str], None]) -> AsyncIterator[Client]:
    """Start a broker and services, with the domains of the folder, and connect for the time of the context.

    Raises:
        LocalError, DomainError: they cannot be started here.
    """
    say("starting a broker and services of its own")
    async with (
        LocalStack(
            copies={"planner": workers}, namespace=fresh_namespace(), environment=_coordinator_for(workers)
        ) as stack,
        connected_bus(stack.settings, name="replay") as bus,
    ):
        yield bus


@asynccontextmanager
async def services_on(current: BusSettings, workers: int, say: Callable[[str], None]) -> AsyncIterator[Client]:
    """Start services in a fresh namespace of a broker that runs, with what is published there now.

    At its end the services are stopped and the namespace is removed.

    Raises:
        BrokerHasUsers: the settings sign in, as on the broker of `make up`; nothing is started.
        BrokerUnavailable, BrokerRefused: no broker, or one that refuses.
        LocalError: the services cannot be started here.
    """
    refuse_users(current)
    fresh = current.model_copy(update={"namespace": fresh_namespace()})
    say(f"starting services of its own in the namespace {fresh.namespace!r} of {fresh.shown_url}")
    async with connected_bus(fresh, name="replay") as bus:
        try:
            await provision(fresh)
            async with connected_bus(current, name="replay") as published:
                await _copy_published(published, bus)
            with scratch_folder("logs") as logs:
                # A certificate that the broker wants, it wants of the services too.
                connecting = {name: value for name, value in os.environ.items() if name.startswith("PLANCRITIC_NATS_")}
                environment = {**connecting, "PLANCRITIC_NATS_URL": fresh.nats_url, **_coordinator_for(workers)}
                copies = dict.fromkeys(DESCRIBE_SERVICE.consumers, 1) | {"planner": workers}
                async with Processes(fresh, copies, Path(logs), environment):
                    yield bus
        finally:
            await remove_namespace(bus)


def refuse_users(current: BusSettings) -> None:
    """Refuse a broker that one signs in to: its users may neither create streams nor use another namespace.

    Raises:
        BrokerHasUsers: with what to do instead.
    """
    if current.signs_in:
        raise BrokerHasUsers(current.shown_url)


async def remove_namespace(bus: Client) -> None:
    """Delete every stream, bucket and store of the client's namespace."""
    naming = bus.naming
    names = [str(each.name) for each in streams(bus.settings)]
    names += [f"KV_{each.bucket}" for each in buckets(bus.settings)]
    names += [f"OBJ_{each.bucket}" for each in object_stores(naming)]
    for name in names:
        try:
            await bus.jetstream.delete_stream(name)
        except nats.js.errors.NotFoundError:
            continue


async def _copy_published(source: Client, target: Client) -> None:
    """Make current in the target what is current in the source: bundles and scorer models."""
    for bucket in (BucketName.DOMAINS, BucketName.MODELS):
        copied = await target.kv(bucket)
        for entry in await (await source.kv(bucket)).entries():
            await target.put_object(await source.get_object(entry.value.decode()))
            await copied.put(entry.key, entry.value)


def _coordinator_for(workers: int) -> dict[str, str]:
    return {"PLANCRITIC_COORDINATOR_CONCURRENCY": str(max(workers, _RUNS))}
