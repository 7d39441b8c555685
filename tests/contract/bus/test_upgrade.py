"""Feedback on a broker that an older version provisioned, and over restarts: nothing is lost, nothing comes twice."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import nats.js.errors
import pytest
from nats.aio.msg import Msg
from nats.js.api import ConsumerConfig
from tests.support.builders import envelope, feedback_submitted

from plancritic.bus import BusSettings, Client, provision
from plancritic.bus.streams import durables, service_events_stream, stream_name
from plancritic.bus.upgrade import mirrored_from
from plancritic.bus.wire import decode, encode
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.contracts.subjects import Kind
from plancritic.local import Broker

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow


def _consumer(settings: BusSettings) -> ConsumerConfig:
    """The coordinator's consumer of feedback: versions before this one had no other on events."""
    of_events = (each.config for each in durables(settings) if each.stream == service_events_stream(settings.naming))
    (found,) = (each for each in of_events if str(each.durable_name).endswith("feedback-submitted"))
    return found


async def _said(client: Client, number: int, older: bool = False) -> str:
    run = f"run-{client.settings.tenant}-{number}"
    event = feedback_submitted(envelope=envelope(run=run))
    if older:
        # Older clients named the stream, which nats-server 2.9 does not mirror.
        target = client.naming.publish(subjects.FEEDBACK_SUBMITTED, event.envelope)
        events = stream_name(client.naming, Kind.EVENT)
        await client.jetstream.publish(target, encode(event), stream=events, headers={"Nats-Msg-Id": run})
    else:
        await client.publish(event, subjects.FEEDBACK_SUBMITTED)
    return run


async def _taken(client: Client, stream: str, wait: float = 1.0, take: bool = False) -> list[tuple[str, Msg]]:
    name = str(_consumer(client.settings).durable_name)
    subscription = await client.jetstream.pull_subscribe_bind(name, stream)
    found: list[tuple[str, Msg]] = []
    try:
        while True:
            (message,) = await subscription.fetch(1, timeout=wait)
            event = decode(FeedbackSubmitted, message.data, message.subject)
            found.append((event.envelope.correlation_id, message))
            if take:
                await message.ack_sync()
    except TimeoutError:
        return found


async def _provision_as_before(client: Client) -> None:
    """What versions before this one made: the coordinator's consumer on the event stream."""
    naming = client.naming
    with contextlib.suppress(nats.js.errors.NotFoundError):
        await client.jetstream.delete_stream(service_events_stream(naming))
    await client.jetstream.add_consumer(stream_name(naming, Kind.EVENT), _consumer(client.settings))


async def test_an_older_deployment_goes_on_where_its_consumer_stood(bus_settings: BusSettings) -> None:
    other_settings = bus_settings.model_copy(update={"tenant": "acme"})
    events = stream_name(bus_settings.naming, Kind.EVENT)
    new = service_events_stream(bus_settings.naming)
    async with Client.connect(bus_settings) as client, Client.connect(other_settings) as other:
        await _provision_as_before(client)
        await _provision_as_before(other)
        said = [await _said(each, number, older=True) for number in range(5) for each in (client, other)]
        mine = [run for run in said if "default" in run]
        theirs = [run for run in said if "acme" in run]
        before = await _taken(client, events)
        assert [run for run, _ in before] == mine
        for run, message in before:
            if run in mine[:3]:
                await message.ack_sync()
        if client.connection.connected_server_version.minor < 10:
            pytest.skip("nats-server 2.9 refuses this: see the next test")
        did = [str(change) for change in await provision(bus_settings) if change.did == "moved"]
        assert did == [f"moved consumer default-coordinator-feedback-submitted (from {events} to {new})"]
        with pytest.raises(nats.js.errors.NotFoundError):
            await client.jetstream.consumer_info(events, str(_consumer(bus_settings).durable_name))
        mine.append(await _said(client, 5))
        assert [run for run, _ in await _taken(client, new)] == mine[3:]
        # The other tenant's consumer is where it was, until its own provisioning.
        await provision(other_settings)
        assert [run for run, _ in await _taken(other, new)] == theirs
        assert [str(change) for change in await provision(bus_settings) if change.did != "kept"] == []


async def test_a_broker_too_old_to_mirror_what_waits_is_told_before_anything_changes(bus_settings: BusSettings) -> None:
    events = stream_name(bus_settings.naming, Kind.EVENT)
    async with Client.connect(bus_settings) as client:
        await _provision_as_before(client)
        await _said(client, 1, older=True)

        # The broker counts what waits a little after it has stored it.
        async with asyncio.timeout(10):
            while not any(each.num_pending for each in await client.jetstream.consumers_info(events)):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        with pytest.raises(ContractError) as refused:
            await mirrored_from(client.jetstream, events, (2, 9))
        assert f"feedback of an older version waits on {events!r} (1 in all)" in refused.value.fault.message
        assert "2.10" in str(refused.value.fault.remedy)
        assert await mirrored_from(client.jetstream, events, (2, 10)) == 1


async def test_a_deployment_with_everything_done_takes_only_what_is_new(bus_settings: BusSettings) -> None:
    events, new = stream_name(bus_settings.naming, Kind.EVENT), service_events_stream(bus_settings.naming)
    async with Client.connect(bus_settings) as client:
        await _provision_as_before(client)
        for number in range(3):
            await _said(client, number, older=True)
        for _, message in await _taken(client, events):
            await message.ack_sync()
        await provision(bus_settings)
        late = await _said(client, 3)
        assert [run for run, _ in await _taken(client, new)] == [late]


@pytest.mark.slow
async def test_feedback_is_copied_once_over_a_restart_of_the_broker(tmp_path: Path) -> None:
    store = tmp_path / "store"
    async with Broker(store=store) as broker:
        settings = BusSettings(nats_url=broker.url, cache=tmp_path)
        await provision(settings)
        async with Client.connect(settings) as client:
            first = await _said(client, 1)
            for run, _ in await _taken(client, service_events_stream(settings.naming), take=True):
                assert run == first
        broker.kill()
    async with Broker(store=store) as broker:
        settings = BusSettings(nats_url=broker.url, cache=tmp_path)
        async with Client.connect(settings) as client:
            second = await _said(client, 2)
            copies: dict[str, set[int]] = {}
            for run, message in await _taken(client, service_events_stream(settings.naming), wait=5.0, take=True):
                copies.setdefault(run, set()).add(message.metadata.sequence.stream)
            # A broker that is killed may forget the last acknowledgement: delivered again is allowed, copied is not.
            assert second in copies
            assert set(copies) <= {first, second}
            assert all(len(sequences) == 1 for sequences in copies.values())
