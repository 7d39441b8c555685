"""A planner, or the coordinator, is killed while a run looks for better plans: it ends once, with a proved plan."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from tests.support.builders import describe_service
from tests.support.feedback_runs import end_of, equal_results, number_of_ends, submit

from plancritic.bus import Client
from plancritic.bus.streams import durable_name, stream_name
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import PlanRevised
from plancritic.contracts.subjects import Kind
from plancritic.local import LocalStack

#: No bound ends the improvement early: the jobs that look for better plans go on for these seconds.
SETTINGS = {"seed": 11, "generations": 0, "solve_seconds": 1.0, "improve_seconds": 7.0}
STATEMENT = "The debris boat should not enter waypoint A."

pytestmark = [pytest.mark.fault, pytest.mark.slow, pytest.mark.timeout(400)]


@pytest.fixture
async def system(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalStack]:
    monkeypatch.setenv("PLANCRITIC_ACK_WAIT", "2")
    monkeypatch.setenv("PLANCRITIC_LEASE", "1.5")
    monkeypatch.setenv("PLANCRITIC_GRACE", "0.2")
    monkeypatch.setenv("PLANCRITIC_COORDINATOR_VERDICT_CACHE", "false")
    async with LocalStack({"coordinator": 2, "planner": 2}) as stack:
        yield stack


async def improving(client: Client, run: Envelope) -> None:
    """Wait until a run has told its first plan and a planner has a job that looks for a better one."""
    told = (subjects.PLAN_IMPROVED,)
    async with asyncio.timeout(120), aclosing(client.watch(run.session_id, run.correlation_id, told)) as events:
        await anext(events)
    naming = client.naming
    stream, durable = stream_name(naming, Kind.JOB), durable_name(naming, subjects.IMPROVE, "planner")
    async with asyncio.timeout(20):
        while not (await client.jetstream.consumer_info(stream, durable)).num_ack_pending:  # noqa: ASYNC110 - asked of the broker
            await asyncio.sleep(0.02)


async def at_work(client: Client, service: str) -> int:
    """The process of the one copy of a service that works on something."""
    async with asyncio.timeout(20):
        while True:
            described = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=0.2)
            busy = [each.process_id for each in described if each.service == service and each.in_flight]
            if busy:
                return int(busy[0])


async def ended_once_as(client: Client, run: Envelope, expected: PlanRevised) -> None:
    end = await end_of(client, run, limit=150)
    assert isinstance(end, PlanRevised)
    assert end.proof.ruling == "accepted"
    assert [each.verdict for each in end.statements] == ["adhered"]
    assert equal_results(end, expected)
    assert await number_of_ends(client, run) == 1


async def killed_while_improving(system: LocalStack, service: str) -> None:
    async with Client.connect(system.settings, "test") as client:
        expected = await end_of(client, await submit(client, STATEMENT, settings=SETTINGS), limit=150)
        assert isinstance(expected, PlanRevised)
        run = await submit(client, STATEMENT, settings=SETTINGS)
        await improving(client, run)
        victim = await at_work(client, service)
        assert await number_of_ends(client, run, quiet=0.1) == 0
        os.kill(victim, signal.SIGKILL)
        await ended_once_as(client, run, expected)


async def test_a_planner_killed_while_it_looks_for_a_better_plan_changes_nothing(system: LocalStack) -> None:
    await killed_while_improving(system, "planner")


async def test_a_coordinator_killed_while_a_better_plan_is_looked_for_changes_nothing(system: LocalStack) -> None:
    await killed_while_improving(system, "coordinator")
