"""The planner on a real broker: every job gets one typed answer, whatever the engine does."""

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from tests.support.builders import constraint, solve_problem
from tests.support.large_texts import HOSTILE, LARGE, bundle_with, watched_loop
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.planning import (
    Cancelled,
    EngineCrashed,
    Impossible,
    PlanProved,
    Solution,
    SolveLimits,
    SyntaxFault,
    TimedOut,
    Verdict,
)
from plancritic.contracts.specification import ProblemReference
from plancritic.domains import load_domain
from plancritic.engines.planners.kairos import KairosEngine
from plancritic.planner.app import build_app
from plancritic.planner.settings import PlannerSettings

STANDING_TWICE = (
    constraint("(at end (at sct_ast_0 wpt_end))", "s1"),
    constraint("(sometime (at deb_ast_0 wpt_b_0))", "s2"),
    constraint("(at end (at sct_ast_0 wpt_ini))", "s3"),
)


@pytest.fixture
async def waterway(client: Client) -> ProblemReference:
    bundle = await client.put_object(load_domain("waterway").to_json())
    return ProblemReference(domain="waterway", problem="1", bundle=bundle)


@pytest.fixture
async def planner(bus_settings: BusSettings) -> AsyncIterator[None]:
    async with running(build_app(PlannerSettings(concurrency=2), bus_settings)):
        yield


async def verdict(client: Client, **job: object) -> Verdict:
    solution = await client.request(solve_problem(**job), subjects.SOLVE, timeout=20)
    assert isinstance(solution, Solution)
    return solution.verdict


async def test_times_of_jobs_are_counted_by_engine_and_verdict(
    client: Client, bus_settings: BusSettings, waterway: ProblemReference
) -> None:
    service = build_app(PlannerSettings(), bus_settings)
    async with running(service):
        found = await verdict(client, problem=waterway)
    assert isinstance(found, PlanProved)
    labels = {"engine": found.engine, "verdict": "plan"}
    assert service.registry.get_sample_value("plancritic_solve_seconds_count", labels) == 1


async def test_a_specification_gets_a_proved_plan(client: Client, waterway: ProblemReference, planner: None) -> None:
    found = await verdict(client, problem=waterway, specification=(constraint("(at end (at deb_ast_0 wpt_b_0))"),))
    assert isinstance(found, PlanProved)
    assert {report.judge: report.ruling for report in found.proof.reports} == {
        "kairos": "accepted",
        "executor": "accepted",
    }


async def test_the_same_job_twice_has_one_result(client: Client, waterway: ProblemReference, planner: None) -> None:
    job = solve_problem(problem=waterway)
    first, second = await asyncio.gather(
        client.request(job, subjects.SOLVE, timeout=20), client.request(job, subjects.SOLVE, timeout=20)
    )
    assert first == second
    assert await client.request(job, subjects.SOLVE, timeout=20) == first


async def test_a_job_that_nobody_waits_for_any_more_is_cancelled_at_once(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    late = datetime.now(UTC) - timedelta(seconds=1)
    nowhere = waterway.model_copy(update={"bundle": "0" * 64})
    found = await verdict(client, problem=nowhere, engine="optic", not_after=late)
    assert isinstance(found, Cancelled), "without so much as a look at the problem"
    assert found.engine == "optic"
    assert isinstance(await verdict(client, problem=waterway, not_after=late + timedelta(hours=1)), PlanProved)


async def test_result_and_refusal_of_a_job_would_have_one_id(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    job = solve_problem(problem=waterway)
    result = await client.request(job, subjects.SOLVE, timeout=20)
    assert result.envelope.message_id == job.envelope.caused("result").message_id


async def test_an_impossible_specification_names_its_clash(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    found = await verdict(client, problem=waterway, specification=STANDING_TWICE, explain_clash=True)
    assert isinstance(found, Impossible)
    assert [traced.statements for traced in found.clash] == [("s1",), ("s3",)]
    assert found.clash_minimal


async def test_what_would_do_and_a_better_plan_come_where_they_are_asked_for(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    found = await verdict(client, problem=waterway, specification=STANDING_TWICE, explain_clash=True, relax=True)
    assert isinstance(found, Impossible)
    assert found.relaxations
    found = await verdict(client, problem=waterway, specification=STANDING_TWICE[:2], improve=True)
    assert isinstance(found, PlanProved)
    assert found.quality is not None


@pytest.mark.parametrize(
    "malformed",
    ["(at end (at deb_ast_9 wpt_b_0))", "(sometime-befor (at deb_ast_0 wpt_b_0))", "(always (at deb_ast_0", ""],
)
async def test_a_malformed_constraint_is_a_syntax_error_at_its_place(
    malformed: str, client: Client, waterway: ProblemReference, planner: None
) -> None:
    specification = (constraint("(sometime (at deb_ast_0 wpt_b_0))"), constraint(malformed))
    fault = await verdict(client, problem=waterway, specification=specification)
    assert isinstance(fault, SyntaxFault)
    assert (fault.file, fault.line) == ("specification", 2)


async def test_an_unknown_problem_is_a_fault_with_those_known(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    with pytest.raises(ContractError) as refusal:
        await verdict(client, problem=waterway.model_copy(update={"problem": "99"}))
    assert refusal.value.fault.code is FaultCode.UNKNOWN_PROBLEM
    assert "1" in str(refusal.value.fault.remedy)


async def test_an_unknown_engine_is_a_fault_with_those_known(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    with pytest.raises(ContractError) as refusal:
        await verdict(client, problem=waterway, engine="oracle")
    assert refusal.value.fault.code is FaultCode.UNKNOWN_NAME


async def test_a_bundle_that_is_none_is_a_fault(client: Client, planner: None) -> None:
    sha256 = await client.put_object(b'{"not": "a bundle"}')
    reference = ProblemReference(domain="waterway", problem="1", bundle=sha256)
    with pytest.raises(ContractError) as refusal:
        await verdict(client, problem=reference)
    assert refusal.value.fault.code is FaultCode.UNKNOWN_DOMAIN


@pytest.mark.parametrize(
    ("program", "expected"),
    [("import time; time.sleep(600)", TimedOut), ("import os; os.kill(os.getpid(), 11)", EngineCrashed)],
    ids=["hangs", "crashes"],
)
async def test_an_engine_that_fails_is_a_verdict_and_the_service_lives(
    program: str, expected: type, client: Client, bus_settings: BusSettings, waterway: ProblemReference
) -> None:
    engines = {"kairos": KairosEngine(), "failing": KairosEngine(command=(sys.executable, "-I", "-c", program))}
    limits = SolveLimits(seconds=0.3)
    async with running(build_app(PlannerSettings(engine="kairos"), bus_settings, engine=engines.__getitem__)):
        assert isinstance(await verdict(client, problem=waterway, engine="failing", limits=limits), expected)
        assert isinstance(await verdict(client, problem=waterway), PlanProved)


async def test_the_same_seedless_job_in_deterministic_mode_gives_the_same_plan(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    limits = SolveLimits(seconds=5, deterministic=True)
    found = await asyncio.gather(*(verdict(client, problem=waterway, limits=limits) for _ in range(4)))
    assert len({one.plan for one in found if isinstance(one, PlanProved)}) == 1


async def test_a_specification_that_is_too_large_is_refused_at_its_place_and_the_next_job_is_served(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    fine = constraint("(sometime (at sct_ast_0 wpt_a_0))")
    async with watched_loop() as loop:
        found = await verdict(
            client, problem=waterway, specification=(fine, constraint(HOSTILE)), limits=SolveLimits(seconds=2)
        )
    assert isinstance(found, SyntaxFault)
    assert (found.kind, found.file, found.line) == ("too_large", "specification", 2)
    assert "100,000" in found.message and found.remedy
    assert loop.longest < 1.5, "health is answered meanwhile"
    assert isinstance(await verdict(client, problem=waterway, specification=(fine,)), PlanProved)


@pytest.mark.parametrize("where", ["goal", "constraint", "precondition", "effect"])
async def test_a_problem_that_is_too_large_is_refused_at_its_place(
    where: str, client: Client, waterway: ProblemReference, planner: None
) -> None:
    published = await client.put_object(bundle_with(where).to_json())
    hostile = waterway.model_copy(update={"bundle": published})
    found = await verdict(client, problem=hostile, limits=SolveLimits(seconds=2))
    assert isinstance(found, SyntaxFault)
    assert found.kind == "too_large"
    assert found.file == ("problem.pddl" if where in ("goal", "constraint") else "domain.pddl")
    assert isinstance(await verdict(client, problem=waterway), PlanProved)


async def test_a_large_specification_within_the_bounds_leaves_the_planner_responsive(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    async with watched_loop() as loop:
        found = await verdict(
            client, problem=waterway, specification=(constraint(LARGE),), limits=SolveLimits(seconds=5)
        )
    assert isinstance(found, PlanProved | TimedOut)
    assert loop.longest < 1.5, "health is answered meanwhile"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(always (>= (/ 1 (debris_asset_debris_weight deb_ast_0)) 0))", "divides by zero"),
        ("(sometime (> (/ 1 0) 0))", "divides by zero"),
        ("(within 1e306 (at sct_ast_0 wpt_b_0))", "out of range"),
        ("(within 1" + "0" * 309 + " (at sct_ast_0 wpt_b_0))", "out of range"),
    ],
)
async def test_a_bad_number_is_answered_at_the_first_delivery(
    client: Client, waterway: ProblemReference, planner: None, text: str, words: str
) -> None:
    found = await verdict(client, problem=waterway, specification=(constraint(), constraint(text)))
    assert isinstance(found, SyntaxFault)
    assert (found.file, found.line) == ("specification", 2)
    assert words in found.message
