"""The coordinator reads what is known before it queues a job, on a real broker."""

from __future__ import annotations

import asyncio

import nats.js.errors
import pytest
import structlog
from tests.support.builders import constraint
from tests.support.services import running
from tests.support.waterway_run import jobs_queued, verdict_store, workers_of_a_run

from plancritic.bus import BucketName, BusSettings, Client
from plancritic.bus.streams import bucket_name
from plancritic.contracts.planning import Impossible, PlanProved, SolveLimits
from plancritic.coordinator.workers.over_bus import BusWorkers
from plancritic.planner.app import build_app
from plancritic.planner.settings import PlannerSettings

LIMITS = SolveLimits(seconds=10, deterministic=True)
END, BEGIN = "(at end (at deb_ast_0 wpt_b_0))", "(at end (at deb_ast_0 wpt_ini))"


async def workers(client: Client, **changes: object) -> BusWorkers:
    """The workers of a run of its own."""
    return await workers_of_a_run(client, seed=1, **changes)  # type: ignore[arg-type]


def counts(run: BusWorkers) -> dict[str, int]:
    return {timing.part: timing.count for timing in run.timings()}


async def test_what_is_known_makes_no_job_and_is_counted_apart(client: Client, bus_settings: BusSettings) -> None:
    specification = (constraint(END, "s1"),)
    async with running(build_app(PlannerSettings(), bus_settings)):
        cold = await workers(client)
        planned = await cold.solve(specification, LIMITS, None)
    # No planner runs any more: whatever is answered now is known.
    warm = await workers(client)
    known = await warm.solve(specification, LIMITS, None)
    assert isinstance(planned, PlanProved)
    assert not planned.cached
    assert known == planned.model_copy(update={"cached": True})
    assert await jobs_queued(client) == 1
    assert counts(cold) == {"cache miss": 1, "planner": 1}
    assert counts(warm) == {"cache": 1}


@pytest.mark.parametrize("deterministic", [True, False])
async def test_the_cache_changes_time_only(deterministic: bool, client: Client, bus_settings: BusSettings) -> None:
    limits = SolveLimits(seconds=10, deterministic=deterministic)
    asked = (
        (),
        (constraint(END, "s1"),),
        (constraint(END, "s1"), constraint("(sometime (at deb_ast_0 wpt_a_0))", "s2")),
        (constraint("(sometime (at deb_ast_0 wpt_a_0))", "s2"), constraint(END, "s1")),
        (constraint(END, "s1"), constraint(BEGIN, "s2")),
    )
    async with running(build_app(PlannerSettings(plan_archive=False), bus_settings)):
        runs = [await workers(client, cache=False)] + [await workers(client) for _ in range(2)]
        verdicts = [[await run.solve(each, limits, None, explain=True) for each in asked] for run in runs]
    without, cold, warm = (
        [each.model_copy(update={"cached": False, "seconds": 0.0}) for each in one] for one in verdicts
    )
    if deterministic:
        assert without == cold == warm
    assert [one.verdict for one in without] == [one.verdict for one in cold] == [one.verdict for one in warm]
    assert all(one.cached for one in verdicts[2])
    assert counts(runs[2]) == {"cache": len(asked)}


async def test_a_clash_comes_in_the_ids_of_this_run(client: Client, bus_settings: BusSettings) -> None:
    limits = SolveLimits(seconds=10)
    async with running(build_app(PlannerSettings(), bus_settings)):
        first = await workers(client)
        await first.solve((constraint(END, "s1"), constraint(BEGIN, "s2")), limits, None, explain=True)
    second = await workers(client)
    mine = (constraint(BEGIN, "s7"), constraint(END, "s8"))
    known = await second.solve(mine, limits, None, explain=True)
    assert isinstance(known, Impossible)
    assert known.clash == mine
    assert counts(second) == {"cache": 1}


async def test_without_the_bucket_planning_goes_on_with_one_warning(client: Client, bus_settings: BusSettings) -> None:
    await client.jetstream.delete_stream(f"KV_{bucket_name(client.naming, BucketName.VERDICTS)}")
    async with running(build_app(PlannerSettings(verdict_cache=False), bus_settings)):
        with structlog.testing.capture_logs() as logged:
            run = await workers(client)
            for text in (END, BEGIN):
                assert isinstance(await run.solve((constraint(text),), LIMITS, None), PlanProved)
    assert [line["event"] for line in logged if line["log_level"] == "warning"] == ["going on without a store"]


async def test_a_bucket_that_goes_while_a_run_is_on_costs_its_patience_once(
    client: Client, bus_settings: BusSettings
) -> None:
    async with running(build_app(PlannerSettings(), bus_settings)):
        run = await workers(client, store=verdict_store(client, patience=0.2))
        assert isinstance(await run.solve((), LIMITS, None), PlanProved)
        await client.jetstream.delete_stream(f"KV_{bucket_name(client.naming, BucketName.VERDICTS)}")
        with pytest.raises(nats.js.errors.NotFoundError):
            await client.jetstream.stream_info(f"KV_{bucket_name(client.naming, BucketName.VERDICTS)}")
        with structlog.testing.capture_logs() as logged:
            found = await asyncio.gather(*(run.solve((constraint(text),), LIMITS, None) for text in (END, BEGIN)))
            found.append(await run.solve((constraint(END), constraint(END)), LIMITS, None))
    assert all(isinstance(one, PlanProved) for one in found)
    stores = [line["store"] for line in logged if line["event"] == "going on without a store"]
    assert sorted(stores) == ["verdicts", "verdicts"], "this run's and the planner's"
