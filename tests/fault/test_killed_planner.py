"""A planner is killed in the middle of a run: nothing is lost, nothing comes twice, nothing changes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest
from tests.support.builders import describe_service
from tests.support.feedback_runs import end_of, equal_results, number_of_ends, submit
from tests.support.stack import whole_system

from plancritic.bus import Client
from plancritic.bus.streams import durable_name, stream_name
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import PlanRevised
from plancritic.contracts.subjects import Kind
from plancritic.local import LocalStack

#: Ten individuals a generation and no early end: many jobs, all of them needed.
SETTINGS = {"seed": 11, "preset": "paper", "population": 10, "generations": 1, "solve_seconds": 1.0}
STATEMENTS = ("No vessel may go through waypoint A.", "Finish with the debris boat at waypoint B.")

pytestmark = [pytest.mark.fault, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def system() -> Iterator[LocalStack]:
    with pytest.MonkeyPatch.context() as patch:
        # A killed worker's job is delivered again after this time.
        patch.setenv("PLANCRITIC_ACK_WAIT", "3")
        # The second run has to make its jobs, not to read the verdicts of the first.
        patch.setenv("PLANCRITIC_COORDINATOR_VERDICT_CACHE", "false")
        with whole_system({"planner": 2}) as stack:
            yield stack


async def a_job_is_held_by_nobody_who_works(client: Client) -> bool:
    """One solve job is out at a planner, none waits, and the planners that answer work on none."""
    naming = client.naming
    info = await client.jetstream.consumer_info(
        stream_name(naming, Kind.JOB), durable_name(naming, subjects.SOLVE, "planner")
    )
    if (info.num_pending, info.num_ack_pending) != (0, 1):
        return False
    described = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=0.3)
    return [each.in_flight for each in described if each.service == "planner"] == [0]


async def submitted_with_a_job_held(client: Client, victim: int) -> Envelope:
    """A run of which the victim, frozen, holds a job that nobody else works on.

    Frozen, it is handed a job and does nothing with it, if it had asked for one before: verdicts take milliseconds,
    so a run may also end without it. Then once more.
    """
    for _ in range(10):
        os.kill(victim, signal.SIGSTOP)
        envelope = await submit(client, *STATEMENTS, settings=SETTINGS)
        with suppress(TimeoutError):
            # Less than the time after which the job is delivered again.
            async with asyncio.timeout(2.5):
                while not await a_job_is_held_by_nobody_who_works(client):  # noqa: ASYNC110 - asked of the broker
                    await asyncio.sleep(0.02)
                return envelope
        os.kill(victim, signal.SIGCONT)
        await end_of(client, envelope, limit=120)
    raise AssertionError("the frozen planner was never handed a job")


async def test_a_killed_planner_loses_nothing_and_changes_nothing(system):
    async with Client.connect(system.settings, "test") as client:
        undisturbed = await end_of(client, await submit(client, *STATEMENTS, settings=SETTINGS), limit=120)
        assert isinstance(undisturbed, PlanRevised)

        victim = system.processes.of("planner")[0].process.pid
        envelope = await submitted_with_a_job_held(client, victim)
        os.kill(victim, signal.SIGKILL)
        assert await number_of_ends(client, envelope, quiet=0.5) == 0

        disturbed = await end_of(client, envelope, limit=120)
        assert isinstance(disturbed, PlanRevised)
        assert disturbed.mode == "deterministic"
        assert equal_results(undisturbed, disturbed)
        assert await number_of_ends(client, envelope) == 1
        assert len(system.processes.of("planner")) == 1
