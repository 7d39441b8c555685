"""Modelling runs that somebody cancels."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest
from tests.support.descriptions import CASES, recordings
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.client import ModellingEnd, ModellingRun, PlancriticClient, RunNotEnded, lookups
from plancritic.client.lookups import cancel
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.modelling.messages import (
    DecidedBoxes,
    DomainDescribed,
    ModellingProgressed,
    ModellingRefused,
)
from plancritic.domains.descriptions import read_description
from plancritic.llm import LanguageModelSettings
from plancritic.schema_library import handlers
from plancritic.schema_library.app import build_app
from plancritic.schema_library.settings import SchemaLibrarySettings

NO_MODEL = LanguageModelSettings(base_url=None, api_key=None, model=None)
LIBRARYWORLD = read_description(CASES / "libraryworld" / "description.yaml")


def described() -> DomainDescribed:
    return DomainDescribed(
        envelope=Envelope.start(),
        description=LIBRARYWORLD,
        described_in="layman",
        answers=recordings("libraryworld", "layman"),
        epsilon=None,
        ranking="votes",
    )


async def until_deciding(run: ModellingRun) -> None:
    async with aclosing(run.follow(silence=30)) as events:
        async for event in events:
            assert isinstance(event, ModellingProgressed), event
            if event.phase == "combinations":
                return


async def end_of(run: ModellingRun) -> ModellingEnd:
    async with aclosing(run.follow(silence=30)) as events:
        async for event in events:
            if isinstance(event, ModellingEnd):
                return event
    raise AssertionError("no end")


async def test_a_modelling_run_under_way_ends_cancelled_and_what_is_decided_for_it_is_broken_off(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, broken_off = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def endless(*arguments: object) -> DecidedBoxes:
        is_stopped = arguments[-1]
        assert callable(is_stopped)
        loop.call_soon_threadsafe(begun.set)
        while not is_stopped():
            pass
        loop.call_soon_threadsafe(broken_off.set)
        return DecidedBoxes(plans=(), solved=(), unsolvable=(), undecided=())

    monkeypatch.setattr(handlers, "decided_boxes", endless)
    plancritic = PlancriticClient(client)
    async with running(build_app(SchemaLibrarySettings(patience=60), bus_settings, endpoint=NO_MODEL)):
        run = await plancritic.describe(described())
        await until_deciding(run)
        async with asyncio.timeout(20):
            await begun.wait()
        (state,) = await plancritic.domain_runs()
        assert (state.run, state.kind, state.state, state.domain) == (run.id, "modelling", "running", "libraryworld")
        with pytest.raises(RunNotEnded):
            await plancritic.end_of_domain_run(state)

        assert (await cancel(client, run.id, "modelling")).state == "cancelled"
        ended = await end_of(run)
        assert isinstance(ended, ModellingRefused)
        assert ended.fault.code is FaultCode.CANCELLED
        async with asyncio.timeout(10):
            await broken_off.wait()
            while any(each.in_flight for each in await plancritic.services()):
                pass
        assert (await cancel(client, run.id, "modelling")).state == "cancelled", "again it is the same"
        (state,) = await plancritic.domain_runs()
        assert state.state == "cancelled"
        assert await plancritic.end_of_domain_run(state) == ended


async def test_a_description_that_nobody_has_taken_yet_waits(client: Client) -> None:
    run = await PlancriticClient(client).describe(described())
    (state,) = await PlancriticClient(client).domain_runs()
    assert (state.run, state.state) == (run.id, "waiting")


async def test_a_run_that_nobody_began_is_unknown(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "_CANCEL_SECONDS", 3.0)
    async with running(build_app(SchemaLibrarySettings(), bus_settings, endpoint=NO_MODEL)):
        with pytest.raises(ContractError) as refused:
            await cancel(client, "no-such-run", "modelling")
    assert refused.value.fault.code is FaultCode.UNKNOWN_NAME
