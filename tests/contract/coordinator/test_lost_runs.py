"""Runs that a coordinator is asked to take up: what began them is read from the recording, with generated users."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import nats.js.errors
import pytest
from tests.support.builders import execution_deviated, feedback_submitted
from tests.support.guarded_broker import GuardedBroker, guarded_broker
from tests.support.services import running

from plancritic.bus import BucketName, Client
from plancritic.bus.wire import encode
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.service import ResumeRun, RunTakenUp
from plancritic.contracts.subjects import Subject
from plancritic.coordinator.app import build_app
from plancritic.coordinator.runs.lost_runs import LostRuns
from plancritic.coordinator.runs.records import Runs
from plancritic.coordinator.settings import CoordinatorSettings

#: Each takes several seconds: in test-all.
pytestmark = pytest.mark.slow

_MIRROR = "plancritic-service-events"


@pytest.fixture
async def guarded(tmp_path: Path) -> AsyncIterator[GuardedBroker]:
    async with guarded_broker(tmp_path, ("default",)) as broker:
        yield broker


class Carried:
    """Carries nothing, and notes what it should have carried."""

    def __init__(self, over: asyncio.Event) -> None:
        self.over = over
        self.carried: list[tuple[Message, str]] = []

    async def __call__(self, message: Message, digest: str) -> None:
        self.carried.append((message, digest))
        await self.over.wait()

    async def refuse(self, *_: object) -> None:
        raise AssertionError("nothing is refused here")

    def lost_runs(self, client: Client, most: int) -> LostRuns:
        rows = (subjects.FEEDBACK_SUBMITTED, subjects.EXECUTION_DEVIATED)
        return LostRuns(client, dict.fromkeys(rows, self), self.refuse, most)


async def place(client: Client, message: Message, row: Subject) -> int:
    stored = await client.jetstream.publish(client.naming.publish(row, message.envelope), encode(message))
    return int(stored.seq)


async def test_a_client_hands_the_coordinator_no_run_of_its_own_making(guarded: GuardedBroker) -> None:
    """A consumer of the client's delivers a body of its choice where coordinators are asked to take up a run."""
    target = "plancritic.v1.default.ask.run.resume"
    forged = feedback_submitted(envelope=Envelope.start())
    asked = {
        "envelope": Envelope.start().model_dump(mode="json"),
        "feedback": forged.model_dump(mode="json"),
        "run": forged.envelope.correlation_id,
        "sequence": 1,
    }
    coordinator = build_app(CoordinatorSettings(), guarded.settings("coordinator"))
    async with (
        Client.connect(guarded.settings("client")) as attacker,
        Client.connect(guarded.settings("operator")) as operator,
        running(coordinator),
    ):
        # Not where feedback goes: that begins runs by itself.
        answers = f"plancritic.v1.default.event.question.answered.{forged.envelope.session_id}"
        config = {
            "name": "pushed",
            "deliver_subject": target,
            # As the copies share their asks: without it the broker sees nobody there who listens.
            "deliver_group": "coordinator",
            "filter_subject": answers,
            "ack_policy": "none",
            "deliver_policy": "all",
        }
        body = json.dumps({"stream_name": "plancritic-events", "config": config}).encode()
        made = await attacker.connection.request(
            f"$JS.API.CONSUMER.CREATE.plancritic-events.pushed.{answers}", body, timeout=2
        )
        assert "error" not in json.loads(made.data), "the attack needs a consumer that a client may make"
        await attacker.jetstream.publish(answers, json.dumps(asked).encode())
        async with asyncio.timeout(5):
            while True:
                info = await operator.jetstream.consumer_info("plancritic-events", "pushed")
                if info.delivered is not None and info.delivered.consumer_seq >= 1:
                    break
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        runs = await operator.kv(BucketName.RUNS)
        assert await runs.get(forged.envelope.correlation_id) is None


@pytest.mark.parametrize(
    ("row", "event"),
    [(subjects.FEEDBACK_SUBMITTED, feedback_submitted), (subjects.EXECUTION_DEVIATED, execution_deviated)],
    ids=["feedback", "deviation"],
)
async def test_what_began_the_run_is_read_where_it_lies(guarded: GuardedBroker, row: Subject, event) -> None:
    over, lost = asyncio.Event(), event(envelope=Envelope.start())
    carried = Carried(over)
    async with (
        Client.connect(guarded.settings("client")) as client,
        Client.connect(guarded.settings("coordinator")) as own,
    ):
        sequence, runs = await place(client, lost, row), carried.lost_runs(own, 4)
        run = lost.envelope.correlation_id
        await _mirrored(own, sequence)
        for _ in range(2):
            await runs.take_up(run, sequence)
        for name, number in (("another", sequence), (run, sequence + 7)):
            with pytest.raises(ContractError) as refused:
                await runs.take_up(name, number)
            assert refused.value.fault.code is FaultCode.UNKNOWN_NAME
        await asyncio.sleep(0)
        ((message, digest),) = carried.carried
        assert message == lost
        assert len(digest) == 64
        await runs.close()


async def _mirrored(client: Client, sequence: int) -> None:
    """Return once the mirror has what lies there."""
    async with asyncio.timeout(5):
        while True:
            try:
                await client.jetstream.get_msg(_MIRROR, seq=sequence)
                return
            except nats.js.errors.NotFoundError:
                await asyncio.sleep(0.02)


async def test_a_copy_takes_up_so_many_runs_and_no_more(guarded: GuardedBroker) -> None:
    over = asyncio.Event()
    carried = Carried(over)
    async with (
        Client.connect(guarded.settings("client")) as client,
        Client.connect(guarded.settings("coordinator")) as own,
    ):
        lost = [feedback_submitted(envelope=Envelope.start()) for _ in range(3)]
        places = [await place(client, each, subjects.FEEDBACK_SUBMITTED) for each in lost]
        await _mirrored(own, places[-1])
        runs, names = carried.lost_runs(own, 2), [each.envelope.correlation_id for each in lost]
        for name, sequence in zip(names[:2], places, strict=False):
            await runs.take_up(name, sequence)
        with pytest.raises(ContractError) as refused:
            await runs.take_up(names[2], places[2])
        assert refused.value.fault.code is FaultCode.TOO_MANY_RUNS
        over.set()
        async with asyncio.timeout(5):
            while len(carried.carried) < 3:
                await asyncio.sleep(0.02)
                try:
                    await runs.take_up(names[2], places[2])
                except ContractError:
                    continue
        await runs.close()


async def test_a_coordinator_ends_a_run_that_it_is_asked_to_take_up(guarded: GuardedBroker) -> None:
    """From the ask to the end: no such domain is published, so the end is a refusal."""
    lost = feedback_submitted(envelope=Envelope.start(), domain="nowhere")
    async with (
        Client.connect(guarded.settings("client")) as client,
        Client.connect(guarded.settings("coordinator")) as own,
        Client.connect(guarded.settings("dead_letters")) as asking,
    ):
        sequence = await place(client, lost, subjects.FEEDBACK_SUBMITTED)
        queue = await own.jetstream.pull_subscribe_bind("default-coordinator-feedback-submitted", _MIRROR)
        (message,) = await queue.fetch(1, timeout=5)
        await message.ack_sync()
        await queue.unsubscribe()
        run = lost.envelope.correlation_id
        async with running(build_app(CoordinatorSettings(), guarded.settings("coordinator"))):
            ask = ResumeRun(envelope=Envelope.start(), run=run, sequence=sequence)
            assert await asking.ask(ask, subjects.RESUME_RUN, timeout=5) == RunTakenUp(run=run)
            async with asyncio.timeout(10):
                while (state := await Runs(own).state(run)) is None or state.state == "running":  # noqa: ASYNC110 - asked of the broker
                    await asyncio.sleep(0.05)
    assert state.state == "refused"
