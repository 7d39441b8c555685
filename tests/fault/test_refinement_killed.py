"""Every copy of the refiner is killed in the middle of a refinement: it goes on and ends once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from pathlib import Path

import pytest
from tests.support.killable import KillableSystem
from tests.support.refining import NARROW, known, requested, tower

from plancritic.bus import Client
from plancritic.client import PlancriticClient, RefinementEnd
from plancritic.contracts import subjects
from plancritic.contracts.refinement.messages import DomainRefined, RefinementRequested

pytestmark = [pytest.mark.fault, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
async def system(tmp_path: Path) -> AsyncIterator[KillableSystem]:
    async with KillableSystem(tmp_path, {"refiner": 2}) as made:
        yield made


def request() -> RefinementRequested:
    # K* spends its whole limit on the tower, so that there is time to kill somebody over each candidate.
    text, plan = tower(60)
    return requested(NARROW, known(), known(text=text, plans=(plan,), landmarks=()), seed=1)


async def followed(client: Client, wanted: RefinementRequested, system: KillableSystem | None) -> DomainRefined:
    run = await PlancriticClient(client).refine(wanted)
    async with aclosing(run.follow(silence=120)) as events:
        if system is not None:
            # Somebody carries the run, and somebody judges its first candidate.
            await asyncio.sleep(2)
            for _ in range(2):
                await system.kill_copy("refiner", 0)
        async for event in events:
            if isinstance(event, RefinementEnd):
                assert isinstance(event, DomainRefined), event
                return event
            if system is not None:
                await system.kill_copy("refiner", 0)
                system = None
    raise AssertionError("no end")


async def number_of_ends(client: Client, wanted: RefinementRequested) -> int:
    found = 0
    async with aclosing(client.watch(wanted.envelope.session_id, subjects=(subjects.DOMAIN_REFINED,))) as events:
        with suppress(TimeoutError):
            while True:
                await asyncio.wait_for(anext(events), 4)
                found += 1
    return found


async def test_a_refinement_whose_copies_all_die_ends_once_with_the_same_domain(system: KillableSystem) -> None:
    async with Client.connect(system.settings, "test") as client:
        undisturbed = await followed(client, request(), None)
        wanted = request()
        disturbed = await followed(client, wanted, system)
        assert disturbed.domain == undisturbed.domain != NARROW
        assert disturbed.left == undisturbed.left
        assert await number_of_ends(client, wanted) == 1
