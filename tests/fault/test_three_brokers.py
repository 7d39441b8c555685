"""Three brokers, each with every stream: any one is killed in the middle of runs, then everything is restarted in turn.

Every run has one end, and the result that it has undisturbed. The seed of the order is printed;
PLANCRITIC_FAULT_SEED repeats it.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import nats.errors
import nats.js.errors
import pytest
from tests.support.cluster import BROKERS, Cluster, kept_by_all, provisioned
from tests.support.disturbed_runs import MOMENTS, SEEDS, Row, feedback, reached, table, undisturbed
from tests.support.feedback_runs import end_of, ends_by_run, equal_results
from tests.support.killable import ENVIRONMENT

from plancritic.bus import BrokerUnavailable, BusSettings, Client
from plancritic.bus.errors import LeaderMissing
from plancritic.bus.streams import streams
from plancritic.contracts import subjects
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, PlanRevised
from plancritic.local import Processes, publish_domain

COPIES = {"coordinator": 2, "planner": 1, "translator": 1, "validator": 1, "scorer": 1, "dead_letters": 1}
#: So long a cluster may take until it has a leader again, and every broker every message.
SETTLED_SECONDS = 60.0

pytestmark = [pytest.mark.fault, pytest.mark.slow, pytest.mark.timeout(900)]


@asynccontextmanager
async def system(folder: Path) -> AsyncIterator[tuple[Cluster, Processes, BusSettings]]:
    """Three brokers, provisioned with three copies of each stream, and all services."""
    async with AsyncExitStack() as opened:
        cluster = Cluster(folder)
        opened.push_async_callback(cluster.stop)
        await cluster.start()
        operator = cluster.settings("operator", BROKERS).model_copy(update={"ack_wait": 2.0, "lease": 1.5})
        await provisioned(operator)
        async with Client.connect(operator, "setup") as client:
            await publish_domain(client, "waterway")
        settings = cluster.settings("client", BROKERS).model_copy(update={"ack_wait": 2.0, "lease": 1.5})
        environment = {**ENVIRONMENT, "PLANCRITIC_CACHE": str(BusSettings().cache.absolute())}
        processes = Processes(settings, COPIES, folder / "logs", environment, cluster.files)
        opened.push_async_callback(processes.stop)
        await processes.start()
        yield cluster, processes, settings


async def settled(cluster: Cluster) -> None:
    """Wait until each broker has all of each stream."""
    operator = cluster.settings("operator", BROKERS)
    async with asyncio.timeout(SETTLED_SECONDS):
        while True:
            try:
                async with Client.connect(operator, "settled") as client:
                    for each in streams(operator):
                        await kept_by_all(client, str(each.name))
                return
            except (BrokerUnavailable, nats.errors.Error, nats.js.errors.Error):
                await asyncio.sleep(0.5)


async def submitted(client: Client, seed: int) -> FeedbackSubmitted:
    """Submit feedback; while the brokers choose a leader it is tried again, as every client does."""
    message = feedback(seed)
    async with asyncio.timeout(SETTLED_SECONDS):
        while True:
            try:
                await client.publish(message, subjects.FEEDBACK_SUBMITTED)
                return message
            except BrokerUnavailable:
                await asyncio.sleep(0.3)


def unlike(end: object, expected: PlanRevised) -> dict[str, tuple[object, object]]:
    """What an end has otherwise than it should, beside what was expected; of a refusal why."""
    if isinstance(end, FeedbackRefused):
        return {"refused": (end.fault, None)}
    fields = ("specification", "plan", "statements")
    pairs = {name: (getattr(end, name, end), getattr(expected, name)) for name in fields}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


async def test_any_broker_of_three_may_be_killed_at_any_moment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = int(os.environ.get("PLANCRITIC_FAULT_SEED") or secrets.randbits(32))
    order = random.Random(seed)
    plan = [(broker, moment) for broker in range(BROKERS) for moment in order.sample(MOMENTS, 2)]
    order.shuffle(plan)
    rows: list[Row] = []
    differing: dict[int, dict[str, tuple[object, object]]] = {}
    async with system(tmp_path) as (cluster, _, settings), Client.connect(settings, "test") as client:
        expected = {each: await undisturbed(client, each) for each in SEEDS}
        for number, (broker, moment) in enumerate(plan, start=1):
            chosen, started = order.choice(SEEDS), time.monotonic()
            message = await submitted(client, chosen)
            await reached(client, message.envelope, moment)
            await cluster.kill(broker)
            end = await end_of(client, message.envelope, limit=180)
            rows.append(
                Row(
                    number,
                    chosen,
                    f"kill -9 broker {broker + 1} of {BROKERS}",
                    moment.name if moment is not None else "at once",
                    time.monotonic() - started,
                    isinstance(end, PlanRevised) and equal_results(end, expected[chosen]),
                    message.envelope,
                )
            )
            if not rows[-1].equal:
                differing[number] = unlike(end, expected[chosen])
            await cluster.start_again(broker)
            await settled(cluster)
        ends = await ends_by_run(client, quiet=3.0)
    with capsys.disabled():
        print(f"\nseed {seed}\n{table(rows, ends)}")
    assert [ends[row.run.correlation_id] for row in rows] == [1] * len(plan)
    assert not differing
    assert sum(ends.values()) == len(plan) + len(SEEDS), "nothing else ended"


async def test_a_publish_that_no_broker_leads_is_tried_again_and_not_told_that_its_stream_is_missing(
    tmp_path: Path,
) -> None:
    cluster = Cluster(tmp_path)
    try:
        await cluster.start()
        await provisioned(cluster.settings("operator", BROKERS))
        settings = cluster.settings("client", BROKERS).model_copy(update={"publish_timeout": 1.0})
        async with Client.connect(settings, "test") as client:
            for broker in (1, 2):
                await cluster.kill(broker)
            reasons: list[BrokerUnavailable] = []
            async with asyncio.timeout(SETTLED_SECONDS):
                while not any(isinstance(each, LeaderMissing) for each in reasons):
                    # Whatever it is, it is no fault that would end a run.
                    with pytest.raises(BrokerUnavailable) as refused:
                        await client.publish(feedback(1), subjects.FEEDBACK_SUBMITTED)
                    reasons.append(refused.value)
            for broker in (1, 2):
                await cluster.start_again(broker)
            await submitted(client, 1)
    finally:
        await cluster.stop()


async def test_brokers_and_services_are_restarted_one_after_another_while_runs_go_on(tmp_path: Path) -> None:
    async with system(tmp_path) as (cluster, processes, settings), Client.connect(settings, "test") as client:
        expected = {each: await undisturbed(client, each) for each in SEEDS}
        messages: list[FeedbackSubmitted] = []
        over = asyncio.Event()

        async def keep_submitting() -> None:
            while not over.is_set():
                messages.append(await submitted(client, SEEDS[len(messages) % len(SEEDS)]))
                await asyncio.sleep(2.0)

        async with asyncio.TaskGroup() as group:
            group.create_task(keep_submitting())
            for broker in range(BROKERS):
                await cluster.kill(broker, grace=10.0)
                await cluster.start_again(broker)
                await settled(cluster)
            for child in tuple(processes.children):
                child.process.terminate()
                await child.process.wait()
                await processes.add(child.service)
            over.set()
        ends = [await end_of(client, each.envelope, limit=180) for each in messages]
        counted = await ends_by_run(client, quiet=3.0)
    assert len(messages) >= 5
    for message, end in zip(messages, ends, strict=True):
        assert message.settings.seed is not None
        assert isinstance(end, PlanRevised) and equal_results(end, expected[message.settings.seed])
        assert counted[message.envelope.correlation_id] == 1
