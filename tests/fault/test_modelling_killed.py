"""Every copy of the schema library is killed in the middle of a modelling run: it goes on and ends once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from pathlib import Path

import pytest
from tests.support.descriptions import CASES, recordings
from tests.support.killable import KillableSystem

from plancritic.bus import Client
from plancritic.client import ModellingEnd, PlancriticClient
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.messages import DomainDescribed, DomainModelled
from plancritic.domains.descriptions import read_description

pytestmark = [pytest.mark.fault, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
async def system(tmp_path: Path) -> AsyncIterator[KillableSystem]:
    async with KillableSystem(tmp_path, {"schema_library": 2, "validator": 1}) as made:
        yield made


def request() -> DomainDescribed:
    return DomainDescribed(
        envelope=Envelope.start(),
        description=read_description(CASES / "dungeon" / "description.yaml"),
        described_in="layman",
        answers=recordings("dungeon", "layman"),
        epsilon=None,
        most=50,
    )


async def followed(client: Client, wanted: DomainDescribed, system: KillableSystem | None) -> DomainModelled:
    run = await PlancriticClient(client).describe(wanted)
    async with aclosing(run.follow(silence=120)) as events:
        async for event in events:
            if isinstance(event, ModellingEnd):
                assert isinstance(event, DomainModelled)
                return event
            if system is not None and event.phase == "answers":
                for _ in range(2):
                    await system.kill_copy("schema_library", 0)
                system = None
    raise AssertionError("no end")


async def number_of_ends(client: Client, wanted: DomainDescribed) -> int:
    found = 0
    async with aclosing(client.watch(wanted.envelope.session_id, subjects=(subjects.DOMAIN_MODELLED,))) as events:
        with suppress(TimeoutError):
            while True:
                await asyncio.wait_for(anext(events), 4)
                found += 1
    return found


async def test_a_run_whose_copies_all_die_ends_once_with_the_same_interpretations(system: KillableSystem) -> None:
    async with Client.connect(system.settings, "test") as client:
        undisturbed = await followed(client, request(), None)
        wanted = request()
        disturbed = await followed(client, wanted, system)
        assert disturbed.interpretations == undisturbed.interpretations
        assert disturbed.combinations is not None
        assert undisturbed.combinations is not None
        # Of the candidates that the filter keeps by default (`combined`).
        assert disturbed.combinations.solvable == undisturbed.combinations.solvable == 36
        assert await number_of_ends(client, wanted) == 1
