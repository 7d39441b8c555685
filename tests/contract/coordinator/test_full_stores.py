"""A store that is nearly full: nothing new is begun, what has begun ends, and room made is used at once."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from nats.js.errors import APIError
from tests.support.builders import feedback_submitted
from tests.support.disturbed_runs import reached
from tests.support.feedback_runs import end_of, submit
from tests.support.guarded_broker import MIB, GuardedBroker, guarded_broker
from tests.support.polling import until
from tests.support.services import running

from plancritic.bus import Client, provision
from plancritic.bus.credentials import AccountLimits
from plancritic.bus.errors import StorageMissing, StoreFull
from plancritic.bus.streams import dead_letter_stream, durable_name, service_events_stream, stream_name
from plancritic.contracts import subjects
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.contracts.subjects import Kind
from plancritic.coordinator.app import build_app
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.domains import load_domain


@pytest.fixture
async def guarded(tmp_path: Path) -> AsyncIterator[GuardedBroker]:
    limits = AccountLimits(store_bytes=20 * MIB)
    stores = {"events_bytes": 2 * MIB, "dead_letters_bytes": MIB, "verdicts_bytes": MIB, "plans_bytes": MIB}
    async with guarded_broker(tmp_path, ("default",), limits, **stores) as broker:
        async with Client.connect(broker.settings("operator")) as operator:
            bundle = await operator.put_object(load_domain("waterway").to_json())
            await (await operator.kv("domains")).put("waterway", bundle.encode())
        yield broker


async def fill(operator: Client, stream: str, subject: str, share: float) -> None:
    """Publish until so much of the stream's limit is used."""
    while True:
        info = await operator.jetstream.stream_info(stream)
        left = int(share * (info.config.max_bytes or 0)) - info.state.bytes
        if left < 1_000:
            return
        await operator.jetstream.publish(subject, b"x" * min(left, 200_000))


@pytest.mark.slow
@pytest.mark.parametrize("store", ["events", "dead letters"])
async def test_feedback_is_refused_at_nine_tenths_and_taken_again_once_there_is_room(
    guarded: GuardedBroker, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited = 0.0
    monkeypatch.setattr("plancritic.bus.room.time", SimpleNamespace(monotonic=lambda: time.monotonic() + waited))
    settings = CoordinatorSettings(patience_seconds=3)
    service = build_app(settings, guarded.settings("coordinator"))
    async with (
        running(service),
        Client.connect(guarded.settings("client")) as client,
        Client.connect(guarded.settings("operator")) as operator,
    ):
        naming = client.naming
        stream = stream_name(naming, Kind.EVENT) if store == "events" else dead_letter_stream(naming)
        subject = f"{naming.prefix}.{'event.feedback' if store == 'events' else 'dead_letter.x'}.filling.session"
        begun = await submit(client, "Go.")
        await reached(client, begun, subjects.RUN_STARTED)
        await fill(operator, stream, subject, 0.92)
        waited += 1.1  # the coordinator looks again
        refused = await end_of(client, await submit(client, "Go."), limit=20)
        assert isinstance(refused, FeedbackRefused)
        assert refused.fault.code is FaultCode.STORE_FULL
        assert stream in refused.fault.message
        used, limit = (
            service.registry.get_sample_value(f"plancritic_store_{each}_bytes", {"store": stream}) or 0.0
            for each in ("used", "limit")
        )
        assert 0.9 * limit <= used <= limit
        end = await end_of(client, begun, limit=20)
        assert isinstance(end, FeedbackRefused)
        assert end.fault.code is FaultCode.SERVICE_UNAVAILABLE, "the run that had begun ended as it would have"
        await operator.jetstream.purge_stream(stream, subject=subject)
        waited += 1.1
        taken = await end_of(client, await submit(client, "Go."), limit=20)
        assert isinstance(taken, FeedbackRefused)
        assert taken.fault.code is FaultCode.SERVICE_UNAVAILABLE


async def tried(operator: Client, times: int) -> bool:
    """Whether a coordinator has had the feedback in hand so many times, and has it once more."""
    durable = durable_name(operator.naming, subjects.FEEDBACK_SUBMITTED, "coordinator")
    info = await operator.jetstream.consumer_info(service_events_stream(operator.naming), durable)
    return info.delivered is not None and info.delivered.consumer_seq > times


@pytest.mark.slow
async def test_a_run_outlasts_a_recording_without_any_room(
    guarded: GuardedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full store is no failure of the worker: however long it is full, no attempt is used up."""
    # The run counts as begun: for new ones the coordinator would refuse it at nine tenths.
    monkeypatch.setattr("plancritic.bus.room.FULL_FROM", 2.0)
    attempts = 2
    impatient = guarded.settings("coordinator").model_copy(update={"attempts": attempts, "lease": 0.6})
    async with (
        Client.connect(guarded.settings("client")) as client,
        Client.connect(guarded.settings("operator")) as operator,
    ):
        naming = client.naming
        stream, filling = stream_name(naming, Kind.EVENT), f"{naming.prefix}.event.feedback.filling.session"
        begun = await submit(client, "Go.")
        await fill(operator, stream, filling, 0.99)
        with pytest.raises(APIError, match="maximum bytes"):
            while True:
                await operator.jetstream.publish(filling, b"x" * 200)
        async with running(build_app(CoordinatorSettings(patience_seconds=1), impatient)):
            await until(lambda: tried(operator, attempts + 2), 60)
            await operator.jetstream.purge_stream(stream, subject=filling)
            end = await end_of(client, begun, limit=20)
        assert isinstance(end, FeedbackRefused)
        assert end.fault.code is FaultCode.SERVICE_UNAVAILABLE, "as it would have ended: no planner answers"
        letters = await operator.jetstream.stream_info(dead_letter_stream(naming))
        assert letters.state.messages == 0


async def test_a_recording_without_any_room_is_named_to_who_publishes(guarded: GuardedBroker) -> None:
    async with (
        Client.connect(guarded.settings("client")) as client,
        Client.connect(guarded.settings("operator")) as operator,
    ):
        stream = stream_name(client.naming, Kind.EVENT)
        target = f"{client.naming.prefix}.event.feedback.filling.session"
        await fill(operator, stream, target, 0.99)
        with pytest.raises(StoreFull, match=stream) as refused:
            for _ in range(200):
                await client.publish(feedback_submitted(), subjects.FEEDBACK_SUBMITTED)
        assert refused.value.fault.code is FaultCode.STORE_FULL
        assert "make up" not in str(refused.value.fault.remedy)
        await operator.jetstream.purge_stream(stream, subject=target)
        await client.publish(feedback_submitted(), subjects.FEEDBACK_SUBMITTED)


async def test_an_account_without_any_room_is_named_and_room_made_is_used(guarded: GuardedBroker) -> None:
    """E8: the broker must not need a restart."""
    async with (
        Client.connect(guarded.settings("client")) as client,
        Client.connect(guarded.settings("operator")) as operator,
    ):
        with pytest.raises(Exception, match=r"resource|storage|maximum"):
            while True:
                await operator.put_object(await asyncio.to_thread(os.urandom, 3 * MIB))
        feedback = feedback_submitted()
        with pytest.raises(StoreFull):
            for _ in range(2_000):
                await client.publish(feedback_submitted(), subjects.FEEDBACK_SUBMITTED)
        await operator.jetstream.purge_stream("OBJ_plancritic-objects")
        await client.publish(feedback, subjects.FEEDBACK_SUBMITTED)


async def test_provisioning_says_which_limits_do_not_fit(guarded: GuardedBroker) -> None:
    greedy = guarded.settings("operator").model_copy(update={"namespace": "greedy", "events_bytes": 64 * MIB})
    with pytest.raises(StorageMissing, match="MiB") as refused:
        await provision(greedy)
    assert "PLANCRITIC_EVENTS_BYTES=67108864" in str(refused.value.fault.remedy)
