"""Refinements that somebody cancels: under way, waiting, ended, unknown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing

import pytest
from tests.support.refining import BLOCKS, NARROW, known, requested, tower, tries
from tests.support.services import running

from plancritic.bus import BucketName, BusSettings, Client
from plancritic.bus.durable.ended import ending_of
from plancritic.client import PlancriticClient, RefinementEnd, RefinementRun, UnknownIdentifier, lookups
from plancritic.client.lookups import cancel
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.refinement.messages import DomainRefined, RefinementProgressed, RefinementRefused
from plancritic.coordinator import app as coordinator
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.refiner.app import build_app
from plancritic.refiner.settings import RefinerSettings

SETTINGS = RefinerSettings(plan_seconds=2.0, most_plans=20, runs=1)
#: A search that goes on until it is stopped.
ENDLESS = tries([BLOCKS.text], several=False, ends=False)


@pytest.fixture
async def plancritic(client: Client, bus_settings: BusSettings) -> AsyncIterator[PlancriticClient]:
    """A client of two refiners with one place for a run each, and of a coordinator."""
    refiners = [build_app(SETTINGS, bus_settings, ENDLESS) for _ in range(2)]
    async with running(*refiners, coordinator.build_app(CoordinatorSettings(), bus_settings)):
        yield PlancriticClient(client)


async def end_of(run: RefinementRun) -> RefinementEnd:
    async with aclosing(run.follow(silence=20)) as events:
        async for event in events:
            if isinstance(event, RefinementEnd):
                return event
    raise AssertionError("no end")


async def begun(run: RefinementRun) -> None:
    async with aclosing(run.follow(silence=20)) as events:
        async for event in events:
            assert isinstance(event, RefinementProgressed), event
            return


async def idle(plancritic: PlancriticClient, copies: Callable[[int], bool] = lambda busy: not busy) -> None:
    """Return once no refiner has anything in hand, or once what all have together is as wanted."""
    async with asyncio.timeout(10):
        while True:
            found = [each.in_flight for each in await plancritic.services() if each.service == "refiner"]
            if copies(sum(found)):
                return


async def test_a_refinement_under_way_ends_cancelled_and_its_copy_is_free_again(
    plancritic: PlancriticClient, client: Client
) -> None:
    run = await plancritic.refine(requested(NARROW))
    await begun(run)
    assert (await plancritic.find_run(run.id[:12])).state == "running"

    state = await plancritic.cancel(run.id[:12])
    assert (state.run, state.kind, state.domain, state.state) == (run.id, "refinement", "blocks", "cancelled")
    ended = await end_of(run)
    assert isinstance(ended, RefinementRefused)
    assert ended.fault.code is FaultCode.CANCELLED
    assert run.id in ended.fault.message
    assert await ending_of(client, run.request.envelope) == "cancelled"
    await idle(plancritic)
    assert (await plancritic.cancel(run.id)).state == "cancelled", "again it is the same"
    assert (await plancritic.find_run(run.id)).state == "cancelled"


async def test_a_refinement_that_waits_is_cancelled_before_anybody_begins_it(plancritic: PlancriticClient) -> None:
    under_way = [await plancritic.refine(requested(NARROW)) for _ in range(2)]
    for run in under_way:
        await begun(run)
    waits = await plancritic.refine(requested(NARROW))
    assert (await plancritic.find_run(waits.id)).state == "waiting"

    assert (await plancritic.cancel(waits.id)).state == "cancelled"
    assert isinstance(await end_of(waits), RefinementRefused)
    for run in under_way:
        await plancritic.cancel(run.id)
    # It comes to a copy now, which does nothing about it.
    await idle(plancritic)
    assert [each.state for each in await plancritic.domain_runs()] == ["cancelled"] * 3


async def test_a_candidate_under_way_is_broken_off_too(client: Client, bus_settings: BusSettings) -> None:
    large, plan = tower(60)
    settings = RefinerSettings(plan_seconds=60.0, most_plans=100)
    async with running(build_app(settings, bus_settings, tries([]))):
        plancritic = PlancriticClient(client)
        run = await plancritic.refine(requested(BLOCKS.text, known(text=large, plans=(plan,), landmarks=())))
        # The run, and its candidate.
        await idle(plancritic, lambda busy: busy == 2)
        assert (await cancel(client, run.id, "refinement")).state == "cancelled"
        await idle(plancritic)


async def test_a_refinement_that_has_ended_keeps_its_end(client: Client, bus_settings: BusSettings) -> None:
    async with running(build_app(SETTINGS, bus_settings, tries([BLOCKS.text]))):
        plancritic = PlancriticClient(client)
        run = await plancritic.refine(requested(NARROW))
        assert isinstance(await end_of(run), DomainRefined)
        assert (await cancel(client, run.id, "refinement")).state == "ended"
        (state,) = await plancritic.domain_runs()
        assert (state.run, state.kind, state.state, state.domain) == (run.id, "refinement", "ended", "blocks")
        assert isinstance(await plancritic.end_of_domain_run(state), DomainRefined)


@pytest.mark.parametrize("how", ["ended", "cancelled"])
async def test_a_refinement_that_ended_long_ago_keeps_its_end(
    client: Client, bus_settings: BusSettings, how: str
) -> None:
    search = tries([BLOCKS.text]) if how == "ended" else ENDLESS
    async with running(build_app(SETTINGS, bus_settings, search)):
        run = await PlancriticClient(client).refine(requested(NARROW))
        if how == "cancelled":
            await begun(run)
            await cancel(client, run.id, "refinement")
        end = await end_of(run)
        origin = run.request.envelope
        # Nothing is kept of it but the recording: neither its decision nor the key of its ids.
        for bucket, of in (
            (BucketName.ENDED, f"{origin.message_id}.end"),
            (BucketName.ENDED, run.id),
            (BucketName.RUN_KEYS, run.id),
        ):
            await (await client.kv(bucket)).delete(f"{client.settings.tenant}.{of}")
        assert (await cancel(client, run.id, "refinement")).state == how
        rows = (subjects.DOMAIN_REFINED, subjects.REFINEMENT_REFUSED)
        ends = [heading for row in rows for heading in await client.headings(row, origin.session_id)]
        assert [(await client.event_at(each)).message for each in ends] == [end]


async def test_who_knows_that_a_run_has_ended_asks_nobody_to_cancel_it(
    client: Client, bus_settings: BusSettings
) -> None:
    plancritic = PlancriticClient(client)
    async with running(build_app(SETTINGS, bus_settings, tries([BLOCKS.text]))):
        run = await plancritic.refine(requested(NARROW))
        await end_of(run)
    assert (await plancritic.cancel(run.id)).state == "ended"


async def test_a_run_that_nobody_began_is_unknown(
    plancritic: PlancriticClient, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "_CANCEL_SECONDS", 3.0)
    with pytest.raises(UnknownIdentifier):
        await plancritic.cancel("no-such-run")
    with pytest.raises(ContractError) as refused:
        await cancel(client, "no-such-run", "refinement")
    assert refused.value.fault.code is FaultCode.UNKNOWN_NAME
