"""A planner is killed in the middle of a run: nothing is lost, nothing comes twice, nothing changes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import aclosing

import pytest
from tests.support.feedback_runs import end_of, equal_results, number_of_ends, submit
from tests.support.stack import whole_system

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.feedback import PlanRevised
from plancritic.local import LocalStack

#: Ten individuals a generation and no early end: the run lasts long enough to be disturbed.
SETTINGS = {"seed": 11, "preset": "paper", "population": 10, "generations": 2, "solve_seconds": 1.0}
STATEMENTS = ("No vessel may go through waypoint A.", "Finish with the debris boat at waypoint B.")

pytestmark = [pytest.mark.fault, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def system() -> Iterator[LocalStack]:
    with pytest.MonkeyPatch.context() as patch:
        # A killed worker's job is delivered again after this time.
        patch.setenv("PLANCRITIC_ACK_WAIT", "3")
        with whole_system({"planner": 2}) as stack:
            yield stack


async def test_a_killed_planner_loses_nothing_and_changes_nothing(system):
    async with Client.connect(system.settings, "test") as client:
        undisturbed = await end_of(client, await submit(client, *STATEMENTS, settings=SETTINGS), limit=120)
        assert isinstance(undisturbed, PlanRevised)

        envelope = await submit(client, *STATEMENTS, settings=SETTINGS)
        victim = system.processes.of("planner")[0].process.pid
        # The first generation's jobs go out when the statements are translated.
        async with aclosing(
            client.watch(session=envelope.session_id, subjects=(subjects.STATEMENTS_TRANSLATED,))
        ) as events:
            await anext(events)
        await asyncio.sleep(0.05)
        os.kill(victim, signal.SIGKILL)

        disturbed = await end_of(client, envelope, limit=120)
        assert isinstance(disturbed, PlanRevised)
        assert disturbed.mode == "deterministic"
        assert equal_results(undisturbed, disturbed)
        assert await number_of_ends(client, envelope) == 1
        assert len(system.processes.of("planner")) == 1
