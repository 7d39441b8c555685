"""Feedback that comes while too much waits, on a real broker without workers."""

from __future__ import annotations

import asyncio
from collections import deque

import pytest
from tests.support.feedback_runs import end_of, number_of_ends, submit
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.bus.streams import durable_name, durable_stream
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.contracts.subjects import FEEDBACK_SUBMITTED
from plancritic.coordinator.app import build_app
from plancritic.coordinator.runs.backlog import seconds_until_room
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.domains import load_domain


async def codes_of(client: Client, runs: list) -> list[FaultCode]:
    ends = [await end_of(client, each, limit=60) for each in runs]
    assert all(isinstance(each, FeedbackRefused) for each in ends)
    return [each.fault.code for each in ends]


@pytest.fixture
async def waterway(client: Client) -> None:
    sha256 = await client.put_object(load_domain("waterway").to_json())
    await (await client.kv("domains")).put("waterway", sha256.encode())


@pytest.mark.slow
async def test_what_comes_while_too_much_waits_is_told_when_to_come_again(
    waterway: None, client: Client, bus_settings: BusSettings
) -> None:
    settings = CoordinatorSettings(patience_seconds=1, concurrency=1, most_waiting=3)
    async with running(build_app(settings, bus_settings), build_app(settings, bus_settings)):
        flood = [await submit(client, "Go.") for _ in range(16)]
        ends = [await end_of(client, each, limit=60) for each in flood]
        faults = [each.fault for each in ends if isinstance(each, FeedbackRefused)]
        refused = [each for each in faults if each.code is FaultCode.BUSY]
        worked = [each for each in faults if each.code is FaultCode.SERVICE_UNAVAILABLE]
        assert len(refused) + len(worked) == len(flood)
        # Those under way, those that may wait, and what came between two looks.
        assert len(refused) >= 6
        assert len(worked) >= 5
        for each in refused:
            assert each.retry_after_seconds and f"{each.retry_after_seconds} s" in (each.remedy or "")
        for each in flood:
            assert await number_of_ends(client, each, quiet=0.05) == 1
        # There is room again.
        assert await codes_of(client, [await submit(client, "Go.")]) == [FaultCode.SERVICE_UNAVAILABLE]


@pytest.mark.slow
async def test_what_was_refused_takes_no_place_of_what_comes_later(
    waterway: None, client: Client, bus_settings: BusSettings
) -> None:
    settings = CoordinatorSettings(patience_seconds=2, concurrency=2, most_waiting=2)
    async with running(build_app(settings, bus_settings)):
        flood = [await submit(client, "Go.") for _ in range(12)]
        ends = [asyncio.create_task(end_of(client, each, limit=60)) for each in flood]

        def worked() -> int:
            ended = [each.result() for each in ends if each.done()]
            return sum(each.fault.code is FaultCode.SERVICE_UNAVAILABLE for each in ended)

        async with asyncio.timeout(30):
            while worked() < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        # What was refused still stands in the queue, behind what may wait.
        assert sum(not each.done() for each in ends) > 0
        later = await submit(client, "Go.")
        codes = [each.fault.code for each in await asyncio.gather(*ends)]
        assert codes.count(FaultCode.BUSY) >= 4
        assert await codes_of(client, [later]) == [FaultCode.SERVICE_UNAVAILABLE]


@pytest.mark.slow
async def test_what_came_while_no_copy_ran_is_not_refused(
    waterway: None, client: Client, bus_settings: BusSettings
) -> None:
    settings = CoordinatorSettings(patience_seconds=0.5, concurrency=2, most_waiting=1)
    kept = [await submit(client, "Go.") for _ in range(5)]
    consumer = durable_name(client.naming, FEEDBACK_SUBMITTED, "coordinator")
    stream = durable_stream(client.naming, FEEDBACK_SUBMITTED)
    async with asyncio.timeout(10):
        # The services' stream mirrors that of the clients.
        while (await client.jetstream.consumer_info(stream, consumer)).num_pending != len(kept):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    async with running(build_app(settings, bus_settings)):
        assert set(await codes_of(client, kept)) == {FaultCode.SERVICE_UNAVAILABLE}


@pytest.mark.parametrize(
    ("looks", "excess", "seconds"),
    [
        ([(0.0, 0), (10.0, 20)], 10, 5),
        ([(0.0, 0), (10.0, 20)], 0, 1),
        ([(0.0, 7), (10.0, 7)], 10, 60),
        ([(3.0, 7)], 10, 60),
        ([(0.0, 0), (1.0, 1), (50.0, 10)], 3, 15),
    ],
)
def test_the_time_is_that_of_the_pace_at_which_the_queue_moves(
    looks: list[tuple[float, int]], excess: int, seconds: int
) -> None:
    assert seconds_until_room(deque(looks), excess) == seconds
