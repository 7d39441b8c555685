"""A coordinator dies, or stands still, in the middle of a run: another copy carries the run on to its one end."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from tests.support.builders import describe_service
from tests.support.feedback_runs import end_of, equal_results, number_of_ends, submit
from tests.support.polling import until

from plancritic.bus import BucketName, Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised
from plancritic.contracts.service import CancelRun
from plancritic.contracts.subjects import Subject
from plancritic.local import LocalStack

SETTINGS = {"seed": 11, "preset": "code", "population": 6, "generations": 2, "solve_seconds": 1.0}
STATEMENTS = ("No vessel may go through waypoint A.", "Finish with the debris boat at waypoint B.")
#: Where the copy that carries the run is hit: as soon as this event of it is there. Jobs are under way by then.
PHASES = (
    subjects.RUN_STARTED,
    subjects.BASE_PLAN_MADE,
    subjects.STATEMENTS_TRANSLATED,
    subjects.GENERATION_EVALUATED,
)

pytestmark = [pytest.mark.fault, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
async def system(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalStack]:
    monkeypatch.setenv("PLANCRITIC_ACK_WAIT", "2")
    monkeypatch.setenv("PLANCRITIC_LEASE", "1.5")
    monkeypatch.setenv("PLANCRITIC_GRACE", "0.2")
    monkeypatch.setenv("PLANCRITIC_COORDINATOR_VERDICT_CACHE", "false")
    async with LocalStack({"coordinator": 2}) as stack:
        yield stack


async def carrier_of_the_only_run(client: Client) -> int:
    """The process that carries the run that is under way."""
    async with asyncio.timeout(20):
        while True:
            described = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=0.2)
            busy = [each.process_id for each in described if each.service == "coordinator" and each.in_flight]
            if busy:
                return int(busy[0])


async def reached(client: Client, run: Envelope, phase: Subject) -> None:
    """Wait for the event with which the run reaches the phase."""
    async with asyncio.timeout(60), aclosing(client.watch(run.session_id, run.correlation_id, (phase,))) as events:
        await anext(events)


async def lease_of(client: Client, run: Envelope) -> dict[str, object]:
    """Who holds the run's lease, and whether it was given back."""
    entry = await (await client.kv(BucketName.LEASES)).get(f"{client.settings.tenant}.{run.correlation_id}")
    assert entry is not None
    return dict(json.loads(entry.value))


async def until_taken_over(client: Client, run: Envelope, holder: object) -> None:
    """Return once another copy holds the run's lease, or the run is over."""

    async def passed_on() -> bool:
        lease = await lease_of(client, run)
        return lease["holder"] != holder or bool(lease["released"])

    await until(passed_on, 60)


async def until_copies(client: Client, copies: int) -> None:
    async with asyncio.timeout(40):
        while True:
            described = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=0.3)
            if sum(each.service == "coordinator" and each.ready for each in described) == copies:
                return


async def undisturbed(client: Client) -> PlanRevised:
    end = await end_of(client, await submit(client, *STATEMENTS, settings=SETTINGS), limit=120)
    assert isinstance(end, PlanRevised)
    return end


async def ended_once_as(client: Client, run: Envelope, expected: PlanRevised) -> None:
    end = await end_of(client, run, limit=120)
    assert isinstance(end, PlanRevised)
    assert equal_results(end, expected)
    assert await number_of_ends(client, run) == 1


async def test_whichever_phase_its_coordinator_is_killed_in_the_run_ends_once_with_the_same_result(
    system: LocalStack,
) -> None:
    async with Client.connect(system.settings, "test") as client:
        expected = await undisturbed(client)
        for phase in PHASES:
            run = await submit(client, *STATEMENTS, settings=SETTINGS)
            victim = await carrier_of_the_only_run(client)
            await reached(client, run, phase)
            os.kill(victim, signal.SIGKILL)
            await ended_once_as(client, run, expected)
            await system.processes.add("coordinator")
            await until_copies(client, 2)


async def test_a_coordinator_that_wakes_up_after_its_run_was_taken_over_changes_nothing(system: LocalStack) -> None:
    async with Client.connect(system.settings, "test") as client:
        expected = await undisturbed(client)
        for phase in PHASES:
            run = await submit(client, *STATEMENTS, settings=SETTINGS)
            stalled = await carrier_of_the_only_run(client)
            await reached(client, run, phase)
            holder = (await lease_of(client, run))["holder"]
            os.kill(stalled, signal.SIGSTOP)
            try:
                # Once in the middle of the other copy's work, right after the take-over, else after the end.
                if phase is subjects.STATEMENTS_TRANSLATED:
                    await until_taken_over(client, run, holder)
                else:
                    await end_of(client, run, limit=120)
            finally:
                os.kill(stalled, signal.SIGCONT)
            await ended_once_as(client, run, expected)


async def test_a_run_whose_coordinators_are_stopped_again_and_again_ends_as_a_run_ends(system: LocalStack) -> None:
    """Clean stops of whoever carries the run, up to six, more than the attempts that it has."""
    async with Client.connect(system.settings, "test") as client:
        long = {**SETTINGS, "preset": "ours", "population": 20, "generations": 20, "least_generations": 20}
        run = await submit(client, *STATEMENTS, settings=long)
        ending = asyncio.create_task(end_of(client, run, limit=200))
        stopped: set[int] = set()
        while len(stopped) < 6 and not ending.done():
            carrying = asyncio.create_task(carrier_of_the_only_run(client))
            await asyncio.wait((carrying, ending), return_when=asyncio.FIRST_COMPLETED)
            if not carrying.done() or carrying.result() in stopped:
                carrying.cancel()
                continue
            await system.processes.add("coordinator")
            await until_copies(client, 3)
            os.kill(carrying.result(), signal.SIGTERM)
            stopped.add(carrying.result())
            await until_copies(client, 2)
        if not ending.done():
            ask = CancelRun(envelope=Envelope.start(), run=run.correlation_id)
            await client.ask(ask, subjects.CANCEL_RUN, timeout=10)
        end = await ending
        cancelled = isinstance(end, FeedbackRefused) and end.fault.code is FaultCode.CANCELLED
        assert isinstance(end, PlanRevised) or cancelled, f"after {len(stopped)} stops: {end}"
        assert stopped
        assert await number_of_ends(client, run) == 1
