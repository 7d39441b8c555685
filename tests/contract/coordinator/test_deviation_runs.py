"""Runs that deviations start, with two copies of the coordinator and no other service: one copy carries each run."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest
from tests.support.feedback_runs import end_of, number_of_ends
from tests.support.revisions import revision
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Event
from plancritic.bus.streams import stream_name
from plancritic.client import PlancriticClient
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.execution.reports import ExecutionDeviated
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.contracts.runs import RunStarted
from plancritic.contracts.specification import ProblemReference
from plancritic.contracts.subjects import Kind
from plancritic.coordinator.app import build_app
from plancritic.coordinator.runs.records import Runs
from plancritic.coordinator.sessions.store import Sessions
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.domains import load_domain

#: Each takes several seconds of all services.
pytestmark = pytest.mark.slow

SESSION = "deliveries"


@pytest.fixture
async def coordinators(client: Client, bus_settings: BusSettings) -> AsyncIterator[PlancriticClient]:
    sha256 = await client.put_object(load_domain("haulage").to_json())
    await (await client.kv("domains")).put("haulage", sha256.encode())
    problem = ProblemReference(domain="haulage", problem="1", bundle=sha256)
    await Sessions(client).add(revision(session=SESSION, plan="", problem=problem))
    settings = CoordinatorSettings(patience_seconds=60, session_runs=1)
    async with running(build_app(settings, bus_settings), build_app(settings, bus_settings)):
        yield PlancriticClient(client)


def deviation(**changes: Any) -> ExecutionDeviated:
    fields = {"revision": revision().id, "time": 1.0, "true": ("(at van1 school)",)} | changes
    return ExecutionDeviated(envelope=Envelope.start(session_id=SESSION), **fields)


async def started(client: Client, count: int, seconds: float) -> list[RunStarted]:
    """The announcements of runs in the session: so many, or as many as come in that time."""
    found: list[Event] = []
    async with aclosing(client.watch(session=SESSION, subjects=(subjects.RUN_STARTED,))) as events:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while len(found) < count:
                    found.append(await anext(events))
    return [each.message for each in found if isinstance(each.message, RunStarted)]


async def test_a_run_is_carried_by_one_copy_and_can_be_cancelled(
    client: Client, coordinators: PlancriticClient
) -> None:
    report = deviation()
    run = report.envelope.correlation_id
    await client.publish(report, subjects.EXECUTION_DEVIATED)
    (first,) = await started(client, 1, 20)
    # As after the broker's wait for an acknowledgement: whoever takes it next finds that the run is carried.
    again = client.naming.publish(subjects.EXECUTION_DEVIATED, report.envelope)
    sent = await client.jetstream.get_last_msg(stream_name(client.naming, Kind.EVENT), again)
    await client.jetstream.publish(again, sent.data or b"")
    assert await started(client, 2, 3) == [first]
    key, begun = await Runs(client).key(run)
    assert first.envelope.message_id == report.envelope.caused("started", key).message_id
    assert first.started == begun
    found = await coordinators.find_run(run)
    assert found.state == "running"
    cancelled = await coordinators.cancel(run)
    assert cancelled.state == "cancelled"
    end = await end_of(client, report.envelope, limit=10)
    assert isinstance(end, FeedbackRefused) and end.fault.code is FaultCode.CANCELLED
    assert await number_of_ends(client, report.envelope, quiet=2) == 1
    # The copy that carried it is free: the session may have another run.
    await client.publish(deviation(), subjects.EXECUTION_DEVIATED)
    assert len(await started(client, 2, 20)) == 2


async def test_a_session_has_no_more_of_these_runs_than_it_may(client: Client, coordinators: PlancriticClient) -> None:
    reports = [deviation() for _ in range(3)]
    for report in reports:
        await client.publish(report, subjects.EXECUTION_DEVIATED)
    # One each of two copies may carry; the third is refused by whichever gets it.
    async with aclosing(client.watch(session=SESSION, subjects=(subjects.FEEDBACK_REFUSED,))) as events:
        refused = await asyncio.wait_for(anext(events), 20)
    assert isinstance(refused.message, FeedbackRefused)
    assert refused.message.fault.code is FaultCode.TOO_MANY_RUNS
    for report in reports:
        await coordinators.cancel(report.envelope.correlation_id)
