"""Plans made better as jobs on a real broker: by search, by what is known, and with an honest answer where not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.support.builders import constraint, envelope, solve_problem
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.contracts import subjects
from plancritic.contracts.improvement.messages import ImprovePlan, PlanImprovement
from plancritic.contracts.planning import Cancelled, NoPlanFound, PlanProved, Solution, SolveLimits
from plancritic.contracts.specification import ProblemReference
from plancritic.domains import load_domain
from plancritic.pddl.language import parse_plan
from plancritic.planner.app import build_app
from plancritic.planner.settings import PlannerSettings

SATELLITE = load_domain("satellite")
#: The image of Star5 before the others: what a person means by "first".
STAR_FIRST = tuple(
    constraint(f"(sometime-before (have_image {other} thermograph0) (have_image Star5 thermograph0))", "s1")
    for other in ("Phenomenon4", "Phenomenon6")
)


@pytest.fixture
async def satellite(client: Client) -> ProblemReference:
    return ProblemReference(domain="satellite", problem="1", bundle=await client.put_object(SATELLITE.to_json()))


@pytest.fixture(autouse=True)
async def planner(bus_settings: BusSettings) -> AsyncIterator[None]:
    async with running(build_app(PlannerSettings(), bus_settings)):
        yield


async def first_plan(client: Client, problem: ProblemReference, *specification: Any, **job: Any) -> str:
    asked = solve_problem(problem=problem, specification=specification, **job)
    solution = await client.request(asked, subjects.SOLVE, timeout=30)
    assert isinstance(solution, Solution)
    assert isinstance(solution.verdict, PlanProved)
    return solution.verdict.plan


async def improved(client: Client, problem: ProblemReference, *starts: str, **job: Any) -> PlanImprovement:
    fields = {"specification": STAR_FIRST, "limits": SolveLimits(seconds=10), **job}
    asked = ImprovePlan(envelope=envelope(), problem=problem, starts=starts, **fields)
    found = await client.request(asked, subjects.IMPROVE, timeout=60)
    assert isinstance(found, PlanImprovement)
    return found


@pytest.mark.parametrize("deterministic", [False, True], ids=["by the clock", "counted"])
async def test_a_plan_that_ends_later_than_need_be_is_made_better(
    client: Client, satellite: ProblemReference, deterministic: bool
) -> None:
    limits = SolveLimits(seconds=10, deterministic=deterministic)
    plan = await first_plan(client, satellite, *STAR_FIRST, limits=limits)
    found = (await improved(client, satellite, plan, shown=plan, limits=limits)).improvement
    assert found is not None
    assert found.proof.ruling == "accepted"
    assert found.makespan == pytest.approx(parse_plan(found.plan).makespan)
    assert found.makespan <= parse_plan(plan).makespan
    assert found.makespan < 41.1, "41.002 exists; the first plan takes 46.003"
    assert found.distance is not None


async def test_the_shortest_plan_known_is_taken_whatever_it_was_made_for_but_not_in_deterministic_mode(
    client: Client, satellite: ProblemReference
) -> None:
    long = await first_plan(client, satellite, *STAR_FIRST, limits=SolveLimits(seconds=5, deterministic=True))
    best = (await improved(client, satellite, long)).improvement
    assert best is not None
    # Nothing asked of a plan is implied by anything asked: the same job with hardly any time has the plan at once.
    brief = await improved(client, satellite, long, specification=STAR_FIRST[:1], limits=SolveLimits(seconds=0.06))
    assert brief.improvement is not None
    assert brief.improvement.makespan <= best.makespan + 0.05


async def test_where_no_start_does_what_is_asked_there_is_nothing_to_improve(
    client: Client, satellite: ProblemReference
) -> None:
    plan = await first_plan(client, satellite, limits=SolveLimits(seconds=5, deterministic=True))
    never = constraint("(always (not (have_image Star5 thermograph0)))", "s1")
    limits = SolveLimits(seconds=1, deterministic=True)
    found = await improved(client, satellite, plan, specification=(never,), limits=limits)
    assert found.improvement is None
    assert isinstance(found.failure, NoPlanFound)
    assert "nothing to improve" in found.failure.reason


async def test_a_job_that_nobody_waits_for_is_not_begun(client: Client, satellite: ProblemReference) -> None:
    late = datetime.now(UTC) - timedelta(seconds=1)
    found = await improved(client, satellite, "0: (noop) [1]", not_after=late)
    assert isinstance(found.failure, Cancelled)
