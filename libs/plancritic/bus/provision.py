"""Creates and updates streams, consumers and buckets; the only thing that does. Running it again changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal

import nats.js.errors
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, DiscardPolicy, KeyValueConfig, ObjectStoreConfig, RePublish, StreamConfig

from plancritic.bus.client import Client
from plancritic.bus.durable.outage import outage_limited
from plancritic.bus.errors import NO_ROOM, StorageMissing
from plancritic.bus.settings import BusSettings
from plancritic.bus.streams import (
    Durable,
    buckets,
    durables,
    object_stores,
    service_events_stream,
    stream_name,
    streams,
)
from plancritic.bus.upgrade import Move, mirrored_from, move_consumer
from plancritic.contracts.subjects import Kind, Naming


@dataclass(frozen=True)
class Change:
    """What provisioning did to one thing; `fields` names what was different."""

    what: Literal["stream", "consumer", "bucket", "object store"]
    name: str
    did: Literal["created", "updated", "kept", "moved"]
    fields: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.did} {self.what} {self.name}" + (f" ({', '.join(self.fields)})" if self.fields else "")


async def provision(settings: BusSettings | None = None) -> tuple[Change, ...]:
    """Bring the broker to what `streams` describes.

    Raises:
        BrokerUnavailable: no broker.
        ContractError: the broker did not mirror the events in time; running it again continues.
        StorageMissing: the broker has not the room that the stores are to have.
        nats.js.errors.APIError: the broker refuses a change (retention of a stream cannot change, say).
    """
    settings = settings or BusSettings()
    async with Client.connect(settings, "provision") as client, outage_limited(client):
        with room_reported(settings):
            changes = await _provisioned(client, settings)
    return tuple(changes)


@contextmanager
def room_reported(settings: BusSettings) -> Iterator[None]:
    """Raise `StorageMissing` where the broker says that it cannot keep as much as it is asked to."""
    try:
        yield
    except nats.js.errors.APIError as error:
        if error.err_code not in NO_ROOM:
            raise
        stores = {
            "PLANCRITIC_EVENTS_BYTES": settings.events_bytes,
            "PLANCRITIC_DEAD_LETTERS_BYTES": settings.dead_letters_bytes,
            "PLANCRITIC_VERDICTS_BYTES": settings.verdicts_bytes,
            "PLANCRITIC_PLANS_BYTES": settings.plans_bytes,
        }
        raise StorageMissing(settings.shown_url, stores, error.description or str(error)) from None


async def _provisioned(client: Client, settings: BusSettings) -> list[Change]:
    jetstream, naming = client.jetstream, client.naming
    version = client.connection.connected_server_version
    changes = [await _stream(jetstream, wanted, (version.major, version.minor)) for wanted in streams(settings)]
    changes += [change for wanted in durables(settings) for change in await _durable(jetstream, naming, wanted)]
    for bucket in buckets(settings):
        changes.append(await _bucket(jetstream, bucket, settings.replicas))
    for store in object_stores(naming):
        changes.append(await _object_store(jetstream, store, settings.replicas))
    return changes


async def _stream(jetstream: JetStreamContext, wanted: StreamConfig, server: tuple[int, int]) -> Change:
    name = str(wanted.name)
    try:
        present = (await jetstream.stream_info(name)).config
    except nats.js.errors.NotFoundError:
        if wanted.mirror is not None:
            start = await mirrored_from(jetstream, wanted.mirror.name, server)
            wanted = wanted.evolve(mirror=wanted.mirror.evolve(opt_start_seq=start))
        await jetstream.add_stream(wanted)
        return Change("stream", name, "created")
    different = _different(wanted, present)
    if not different:
        return Change("stream", name, "kept")
    # From what is there: fields that we do not name (placement, and replicas without a setting) are the operator's.
    await jetstream.update_stream(present.evolve(**{field: getattr(wanted, field) for field in different}))
    return Change("stream", name, "updated", different)


async def _bucket(jetstream: JetStreamContext, wanted: KeyValueConfig, replicas: int | None) -> Change:
    name = str(wanted.bucket)
    created = False
    try:
        present = (await jetstream.stream_info(f"KV_{name}")).config
    except nats.js.errors.NotFoundError:
        await jetstream.create_key_value(replace(wanted, replicas=replicas or 1))
        present = (await jetstream.stream_info(f"KV_{name}")).config
        created = True
    fields: dict[str, Any] = {"max_age": wanted.ttl or 0.0, "max_msgs_per_subject": wanted.history}
    # A message with the header `Nats-Rollup` replaces all keys at once, whoever may write a single one.
    fields["allow_rollup_hdrs"] = False
    if wanted.max_bytes is not None:
        # nats-py makes every bucket refuse what is new when it is full; a cache forgets what is old.
        fields |= {"max_bytes": wanted.max_bytes, "discard": DiscardPolicy.OLD}
    if wanted.direct is not None:
        fields["allow_direct"] = wanted.direct
    if replicas is not None:
        fields["num_replicas"] = replicas
    different = tuple(field for field, value in fields.items() if (getattr(present, field) or 0) != value)
    if different:
        await jetstream.update_stream(present.evolve(**{field: fields[field] for field in different}))
    if created:
        return Change("bucket", name, "created")
    return Change("bucket", name, "updated", different) if different else Change("bucket", name, "kept")


async def _object_store(jetstream: JetStreamContext, wanted: ObjectStoreConfig, replicas: int | None) -> Change:
    name = str(wanted.bucket)
    try:
        present = (await jetstream.stream_info(f"OBJ_{name}")).config
    except nats.js.errors.NotFoundError:
        await jetstream.create_object_store(name, replace(wanted, replicas=replicas or 1))
        return Change("object store", name, "created")
    fields: dict[str, Any] = {"max_age": wanted.ttl or 0.0}
    if replicas is not None:
        fields["num_replicas"] = replicas
    different = tuple(field for field, value in fields.items() if (getattr(present, field) or 0) != value)
    if not different:
        return Change("object store", name, "kept")
    await jetstream.update_stream(present.evolve(**{field: fields[field] for field in different}))
    return Change("object store", name, "updated", different)


async def _durable(jetstream: JetStreamContext, naming: Naming, wanted: Durable) -> tuple[Change, ...]:
    """What was done to a durable consumer; older versions had those of events on the event stream."""
    events = stream_name(naming, Kind.EVENT)
    name = str(wanted.config.durable_name)
    # The event stream holds no durable consumers any more: what is there is ours of an older version.
    moved = wanted.stream == service_events_stream(naming) and await move_consumer(jetstream, Move(events, wanted))
    kept = await _consumer(jetstream, wanted.stream, wanted.config)
    return (Change("consumer", name, "moved", (f"from {events} to {wanted.stream}",)),) if moved else (kept,)


async def _consumer(jetstream: JetStreamContext, stream: str, wanted: ConsumerConfig) -> Change:
    name = str(wanted.durable_name)
    try:
        present = (await jetstream.consumer_info(stream, name)).config
    except nats.js.errors.NotFoundError:
        await jetstream.add_consumer(stream, wanted)
        return Change("consumer", name, "created")
    different = _different(wanted, present)
    if not different:
        return Change("consumer", name, "kept")
    await jetstream.add_consumer(stream, present.evolve(**{field: getattr(wanted, field) for field in different}))
    return Change("consumer", name, "updated", different)


_STREAM_FIELDS = (
    "description",
    "subjects",
    "retention",
    "max_age",
    "max_msgs_per_subject",
    "max_bytes",
    "discard",
    "discard_new_per_subject",
    "duplicate_window",
    "storage",
    "allow_direct",
    "republish",
    "num_replicas",
)
_CONSUMER_FIELDS = ("description", "ack_wait", "max_deliver", "max_ack_pending", "filter_subject", "ack_policy")


def _different(wanted: Any, present: Any) -> tuple[str, ...]:
    fields: tuple[str, ...] = _STREAM_FIELDS if isinstance(wanted, StreamConfig) else _CONSUMER_FIELDS
    if isinstance(wanted, StreamConfig) and wanted.mirror is not None:
        # The stream that it mirrors finds duplicates; of the mirror a cluster always reports a window of 0.
        fields = tuple(field for field in fields if field != "duplicate_window")
    return tuple(
        field
        for field in fields
        if getattr(wanted, field) is not None and _plain(getattr(wanted, field)) != _plain(getattr(present, field))
    )


def _plain(value: Any) -> Any:
    """The value; of a republished subject only from where and to where, since the broker adds defaults."""
    return (value.src, value.dest) if isinstance(value, RePublish) else value
