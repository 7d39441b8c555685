"""Runs in a row, in each of which a copy of a service or the broker is killed, stalled, or hears the feedback twice.

Every run has one end, and the result that it has undisturbed. `--disturbed-runs` says how many runs; `make test-fault`
makes thirty. The seed of the order is printed: PLANCRITIC_FAULT_SEED repeats it.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.support.disturbed_runs import MOMENTS, SEEDS, Row, feedback, reached, table, undisturbed
from tests.support.feedback_runs import end_of, ends_by_run, equal_results
from tests.support.killable import KillableSystem

from plancritic.bus import Client
from plancritic.bus.wire import encode
from plancritic.contracts import subjects
from plancritic.contracts.feedback import FeedbackSubmitted, PlanRevised

COPIES = {"coordinator": 2, "planner": 2, "translator": 1, "validator": 1, "scorer": 1, "dead_letters": 1}
#: Longer than the time after which work and runs of a copy that says nothing go to another one.
STALLED_SECONDS = 4.5

pytestmark = [pytest.mark.fault, pytest.mark.slow, pytest.mark.timeout(1500)]


@dataclass(frozen=True)
class Disturbance:
    """What is done in the middle of a run."""

    name: str
    do: Callable[[KillableSystem, Client, FeedbackSubmitted], Awaitable[None]]


def killed(service: str, number: int) -> Disturbance:
    async def do(system: KillableSystem, _client: Client, _submitted: FeedbackSubmitted) -> None:
        await system.kill_copy(service, number)

    return Disturbance(f"kill -9 {service} {number + 1}", do)


def stalled(service: str) -> Disturbance:
    async def do(system: KillableSystem, _client: Client, _submitted: FeedbackSubmitted) -> None:
        await asyncio.gather(
            *(system.stall_copy(service, number, STALLED_SECONDS + number) for number in range(COPIES[service]))
        )

    return Disturbance(f"stall every {service}", do)


async def _broker_killed(system: KillableSystem, _client: Client, _submitted: FeedbackSubmitted) -> None:
    await system.kill_broker()


async def _told_twice(_system: KillableSystem, client: Client, submitted: FeedbackSubmitted) -> None:
    """Store the feedback again, in a way that the broker cannot recognise."""
    subject = client.naming.publish(subjects.FEEDBACK_SUBMITTED, submitted.envelope)
    await client.jetstream.publish(subject, encode(submitted))


DISTURBANCES = (
    *(killed(service, number) for service, copies in COPIES.items() for number in range(copies)),
    Disturbance("kill -9 broker", _broker_killed),
    stalled("coordinator"),
    stalled("planner"),
    Disturbance("feedback twice", _told_twice),
)


async def test_every_disturbed_run_has_one_end_and_its_result(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = int(request.config.getoption("--disturbed-runs"))
    seed = int(os.environ.get("PLANCRITIC_FAULT_SEED") or secrets.randbits(32))
    order = random.Random(seed)
    plan: list[Disturbance] = []
    while len(plan) < runs:
        plan += order.sample(DISTURBANCES, len(DISTURBANCES))
    rows: list[Row] = []
    async with KillableSystem(tmp_path, COPIES) as system, Client.connect(system.settings, "test") as client:
        expected = {each: await undisturbed(client, each) for each in SEEDS}
        for number, disturbance in enumerate(plan[:runs], 1):
            chosen, moment = order.choice(SEEDS), order.choice(MOMENTS)
            submitted, started = feedback(chosen), time.monotonic()
            await client.publish(submitted, subjects.FEEDBACK_SUBMITTED)
            await reached(client, submitted.envelope, moment)
            await disturbance.do(system, client, submitted)
            end = await end_of(client, submitted.envelope, limit=120)
            rows.append(
                Row(
                    number,
                    chosen,
                    disturbance.name,
                    moment.name if moment is not None else "at once",
                    time.monotonic() - started,
                    isinstance(end, PlanRevised) and equal_results(end, expected[chosen]),
                    submitted.envelope,
                )
            )
        ends = await ends_by_run(client, quiet=3.0)
    with capsys.disabled():
        print(f"\nseed {seed}\n{table(rows, ends)}")
    assert [ends[row.run.correlation_id] for row in rows] == [1] * runs
    assert all(row.equal for row in rows)
    assert sum(ends.values()) == runs + len(SEEDS), "nothing else ended"
