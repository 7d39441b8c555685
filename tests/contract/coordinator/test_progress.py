"""Progress of a run as events: how many there are, and what they count; on a real broker."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable

import nats.errors
import pytest
from tests.support.feedback_runs import events_of, submit
from tests.support.polling import until

from plancritic.bus import Client
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import GenerationEvaluated, ServiceJobs
from plancritic.contracts.runs import RunProgressed
from plancritic.contracts.subjects import RUN_PROGRESSED
from plancritic.coordinator.runs import progress
from plancritic.coordinator.runs.progress import LEAST_GAP_SECONDS, MOST_EVENTS, JobProgress


def counting() -> Callable[[], tuple[ServiceJobs, ...]]:
    """Counts that change each time they are looked at."""
    looked = 0

    def jobs() -> tuple[ServiceJobs, ...]:
        nonlocal looked
        looked += 1
        return (ServiceJobs(service="planner", requested=looked, finished=looked - 1),)

    return jobs


async def recorded(client: Client, session: str, quiet: float = 1.0, least: int = 0) -> list[RunProgressed]:
    """The progress events in the recording, once there are so many and nothing has come for a while."""
    found: list[RunProgressed] = []
    events = client.watch(session=session, subjects=(RUN_PROGRESSED,))
    try:
        while True:
            message = (await asyncio.wait_for(anext(events), quiet if len(found) >= least else 20.0)).message
            assert isinstance(message, RunProgressed)
            found.append(message)
    except TimeoutError:
        return found


@pytest.mark.slow
async def test_a_generation_has_ten_progress_events_at_most_however_often_the_counts_change(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The eleventh event would come half a second after the tenth, before the recording has been quiet.
    monkeypatch.setattr(progress, "LEAST_GAP_SECONDS", 0.0005)
    envelope = Envelope.start()
    announced = JobProgress(client.publish, envelope, counting(), time.monotonic)
    async with announced.published():
        assert len(await recorded(client, envelope.session_id, least=MOST_EVENTS)) == MOST_EVENTS
        announced.begin_generation()
        assert len(await recorded(client, envelope.session_id, least=2 * MOST_EVENTS)) == 2 * MOST_EVENTS


async def test_progress_events_keep_their_distance(client: Client) -> None:
    envelope = Envelope.start()
    announced = JobProgress(client.publish, envelope, counting(), time.monotonic)
    async with announced.published():
        for _ in range(8):
            await asyncio.sleep(0.1)
            # Not even generations that follow each other at once make more of them.
            announced.begin_generation()
    times = [event.elapsed_seconds for event in await recorded(client, envelope.session_id)]
    assert len(times) > 1
    assert all(later - earlier >= LEAST_GAP_SECONDS - 0.001 for earlier, later in itertools.pairwise(times))


async def test_counts_that_stay_the_same_are_told_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LEAST_GAP_SECONDS", 0.01)
    jobs = (ServiceJobs(service="planner", requested=1, finished=0),)
    looked = 0

    def same() -> tuple[ServiceJobs, ...]:
        nonlocal looked
        looked += 1
        return jobs

    envelope = Envelope.start()
    async with JobProgress(client.publish, envelope, same, lambda: 0.5).published():
        # Two looks tell an event: the others find the counts as they were.
        await until(lambda: looked > 10)
    assert [event.jobs for event in await recorded(client, envelope.session_id)] == [jobs]


async def test_a_run_goes_on_although_its_progress_cannot_be_told(client: Client) -> None:
    tried = asyncio.Event()

    class Refused(Client):
        async def publish(self, message, subject):
            tried.set()
            raise nats.errors.TimeoutError

    refused = Refused(client.connection, client.settings)
    async with JobProgress(refused.publish, Envelope.start(), counting(), time.monotonic).published():
        await asyncio.wait_for(tried.wait(), 10)
        tried.clear()
        await asyncio.wait_for(tried.wait(), 10)


async def test_a_generation_tells_the_jobs_of_the_run_so_far(haulage: Client) -> None:
    run = await submit(haulage, "I want van 1 to end up at the depot.", domain="haulage", settings={"seed": 1})
    events = [event.message for event in await events_of(haulage, run, limit=60)]
    last = [event for event in events if isinstance(event, GenerationEvaluated)][-1]
    jobs = {each.service: each for each in last.jobs}
    assert {"translator", "planner", "validator"} <= set(jobs)
    assert (jobs["translator"].requested, jobs["translator"].finished) == (1, 1)
    assert all(each.requested == each.finished > 0 and not each.under_way for each in jobs.values())
