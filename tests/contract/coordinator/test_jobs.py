"""Which jobs the coordinator queues, and how long it waits for them; on a real broker."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.builders import constraint
from tests.support.services import running
from tests.support.waterway_run import jobs_queued, workers_of_a_run

from plancritic.bus import BusSettings, Client
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.planning import PlanProved, SolveLimits, SyntaxFault, Unsupported
from plancritic.engines import Outcome, PlanningRequest
from plancritic.engines.planners.kairos import KairosEngine
from plancritic.planner.app import build_app
from plancritic.planner.settings import PlannerSettings

LIMITS = SolveLimits(seconds=10)
END = (constraint("(at end (at deb_ast_0 wpt_b_0))", "s1"),)


class SlowKairos(KairosEngine):
    """Takes longer than the shortest deadline here before it begins."""

    async def solve(self, request: PlanningRequest) -> Outcome:
        await asyncio.sleep(0.2)
        return await super().solve(request)


async def test_an_engine_that_lacks_a_feature_of_the_problem_gets_no_job(client: Client) -> None:
    # No planner runs: this is answered without one.
    run = await workers_of_a_run(client)
    for specification in ((), END):
        refusal = await run.solve(specification, LIMITS, "kstar")
        assert isinstance(refusal, Unsupported)
        assert (refusal.engine, refusal.feature) == ("kstar", "durative-actions")
        assert {"kairos", "lpg"} <= set(refusal.engines_with_it)
    assert await jobs_queued(client) == 0


async def test_an_engine_that_lacks_a_feature_of_a_condition_gets_no_job(client: Client) -> None:
    run = await workers_of_a_run(client)
    negative = (constraint("(sometime (not (at deb_ast_0 wpt_b_0)))"),)
    refusal = await run.solve(negative, LIMITS, "aries")
    assert isinstance(refusal, Unsupported)
    assert refusal.engines_with_it
    assert await jobs_queued(client) == 0


async def test_an_unknown_engine_gets_no_job(client: Client) -> None:
    run = await workers_of_a_run(client)
    with pytest.raises(ContractError) as refusal:
        await run.solve((), LIMITS, "oracle")
    assert refusal.value.fault.code is FaultCode.UNKNOWN_NAME
    assert "kairos" in str(refusal.value.fault.remedy)
    assert await jobs_queued(client) == 0


async def test_constraints_that_an_engine_lacks_are_compiled_for_it_by_the_planner(
    client: Client, bus_settings: BusSettings
) -> None:
    async with running(build_app(PlannerSettings(), bus_settings)):
        run = await workers_of_a_run(client)
        found = await run.solve(END, LIMITS, "lpg")
    assert isinstance(found, PlanProved)
    assert (found.engine, found.road) == ("lpg", "compiled")


async def test_where_a_constraint_cannot_be_read_the_planner_says_where(
    client: Client, bus_settings: BusSettings
) -> None:
    async with running(build_app(PlannerSettings(), bus_settings)):
        run = await workers_of_a_run(client)
        fault = await run.solve((constraint("(sometime (at nobody"),), LIMITS, "kairos")
    assert isinstance(fault, SyntaxFault)


async def test_a_short_deadline_bounds_the_search_not_the_answers_without_which_there_is_no_end(
    client: Client, bus_settings: BusSettings
) -> None:
    planner = build_app(PlannerSettings(engine="kairos"), bus_settings, engine=lambda name: SlowKairos())
    async with running(planner):
        run = await workers_of_a_run(client, deadline_seconds=0.1)
        found = await run.solve((), LIMITS, None)
    assert isinstance(found, PlanProved)
