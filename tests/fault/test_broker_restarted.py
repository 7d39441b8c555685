"""The broker dies in the middle of runs and comes back with its store: services reconnect, every run ends rightly."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.fault.test_everything_killed import COPIES, ends_by_run, feedback, reached, undisturbed
from tests.support.builders import describe_service
from tests.support.feedback_runs import end_of, equal_results
from tests.support.killable import KillableSystem

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.feedback import PlanRevised

pytestmark = [pytest.mark.fault, pytest.mark.slow, pytest.mark.timeout(400)]


async def test_a_broker_killed_twice_under_three_runs_loses_none_of_them(tmp_path: Path) -> None:
    async with KillableSystem(tmp_path, COPIES) as system, Client.connect(system.settings, "test") as client:
        expected = await undisturbed(client, 11)
        submitted = [feedback(11) for _ in range(3)]
        for each in submitted:
            await client.publish(each, subjects.FEEDBACK_SUBMITTED)
        await reached(client, submitted[0].envelope, subjects.BASE_PLAN_MADE)
        await system.kill_broker(away=0.5)
        await reached(client, submitted[-1].envelope, subjects.STATEMENTS_TRANSLATED)
        # Longer than leases and acknowledgements last: nobody may take that for the death of a copy's run.
        await system.kill_broker(away=4.0)
        for each in submitted:
            end = await end_of(client, each.envelope, limit=120)
            assert isinstance(end, PlanRevised) and equal_results(end, expected)
        ends = await ends_by_run(client, quiet=3.0)
        assert [ends[each.envelope.correlation_id] for each in submitted] == [1, 1, 1]
        async with asyncio.timeout(30):
            while True:
                described = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=0.5)
                if sum(each.ready for each in described) == sum(COPIES.values()):
                    break
        assert system.processes.failed() == (), "every service outlived its broker"
