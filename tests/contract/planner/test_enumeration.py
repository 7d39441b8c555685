"""All plans of a classical problem as jobs on a real broker: the cheapest ones, and their landmarks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from tests.support.builders import envelope, solve_problem
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.contracts import subjects
from plancritic.contracts.enumeration import EnumeratePlans, FindLandmarks, LandmarksFound, PlanEnumeration
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.planning import Impossible, PlanProved, Solution, SolveLimits, SyntaxFault, Unsupported
from plancritic.contracts.specification import PddlTexts
from plancritic.planner.app import build_app

_CASES = Path(__file__).parents[2] / "cases"
_BLOCKS = (_CASES / "blocks" / "domain.pddl").read_text()
_TOWER = """(define (problem tower) (:domain blocks) (:objects a b c)
  (:init (clear a) (clear b) (clear c) (ontable a) (ontable b) (ontable c) (handempty) (= (total-cost) 0))
  (:goal (and (on a b) (on b c))))"""


@pytest.fixture(autouse=True)
async def planner(bus_settings: BusSettings) -> AsyncIterator[None]:
    async with running(build_app(bus=bus_settings)):
        yield


async def _texts(client: Client, domain: str = _BLOCKS, problem: str = _TOWER) -> PddlTexts:
    return PddlTexts(
        domain_text=await client.put_object(domain.encode()), problem_text=await client.put_object(problem.encode())
    )


async def _enumerate(client: Client, **job: Any) -> PlanEnumeration:
    found = await client.request(EnumeratePlans(envelope=envelope(), **job), subjects.ENUMERATE, timeout=30)
    assert isinstance(found, PlanEnumeration)
    return found


async def _landmarks(client: Client, **job: Any) -> LandmarksFound:
    found = await client.request(FindLandmarks(envelope=envelope(), **job), subjects.FIND_LANDMARKS, timeout=30)
    assert isinstance(found, LandmarksFound)
    return found


async def test_the_cheapest_plans_of_texts_that_nobody_published(client: Client) -> None:
    found = await _enumerate(client, problem=await _texts(client), count=5)
    assert [each.cost for each in found.plans] == sorted(each.cost for each in found.plans)
    assert found.plans[0].plan.split("\n")[0] == "0: (pick-up b)"
    assert len(found.plans) == 5 and found.failure is None and found.shortfall == 0 and not found.exhausted


async def test_a_shortfall_is_told(client: Client) -> None:
    limits = SolveLimits(seconds=1.0)
    found = await _enumerate(client, problem=await _texts(client), count=1_000, limits=limits)
    assert found.exhausted or found.shortfall == 1_000 - len(found.plans)


async def test_landmarks_of_texts_that_nobody_published(client: Client) -> None:
    found = await _landmarks(client, problem=await _texts(client))
    assert found.failure is None
    achieved = {each.first_achievers for each in found.landmarks if not each.initially}
    assert ("(stack a b)",) in achieved and ("(pick-up b)",) in achieved


async def test_what_has_no_plan_is_impossible_for_both(client: Client) -> None:
    broken = await _texts(client, problem=_TOWER.replace("(on a b) (on b c)", "(on a b) (on b a)"))
    assert isinstance((await _enumerate(client, problem=broken)).failure, Impossible)
    assert isinstance((await _landmarks(client, problem=broken)).failure, Impossible | None)


async def test_faults_are_typed_answers(client: Client) -> None:
    unreadable = await _texts(client, problem="(define (problem")
    assert isinstance((await _enumerate(client, problem=unreadable)).failure, SyntaxFault)
    assert isinstance((await _landmarks(client, problem=unreadable)).failure, SyntaxFault)
    courier = [(_CASES / "courier" / name).read_text() for name in ("domain.pddl", "problem.pddl")]
    temporal = await _texts(client, *courier)
    assert isinstance((await _enumerate(client, problem=temporal)).failure, Unsupported)
    missing = PddlTexts(domain_text="0" * 64, problem_text="1" * 64)
    with pytest.raises(ContractError) as fault:
        await _enumerate(client, problem=missing)
    assert fault.value.fault.code is FaultCode.SERVICE_UNAVAILABLE
    binary = PddlTexts(domain_text=await client.put_object(b"\xff\xfe"), problem_text=missing.problem_text)
    with pytest.raises(ContractError) as fault:
        await _landmarks(client, problem=binary)
    assert fault.value.fault.code is FaultCode.SYNTAX_ERROR


async def test_a_job_that_nobody_waits_for_is_cancelled(client: Client) -> None:
    late = datetime.now(UTC) - timedelta(seconds=1)
    texts = await _texts(client)
    for answer in (
        await _enumerate(client, problem=texts, not_after=late),
        await _landmarks(client, problem=texts, not_after=late),
    ):
        assert answer.failure is not None and answer.failure.verdict == "cancelled"


async def test_a_quality_bound_leaves_out_what_costs_more(client: Client) -> None:
    found = await _enumerate(client, problem=await _texts(client), quality_bound=1.0)
    assert {each.cost for each in found.plans} == {found.plans[0].cost}
    assert found.exhausted and found.shortfall == 0


@pytest.mark.parametrize("count", [0, 1_001, None])
def test_the_number_of_plans_is_bounded(count: int | None) -> None:
    texts = PddlTexts(domain_text="0" * 64, problem_text="0" * 64)
    with pytest.raises(ValidationError, match="count"):
        EnumeratePlans.model_validate({"envelope": envelope(), "problem": texts, "count": count})


async def test_a_single_plan_of_such_texts_is_proved_too(client: Client) -> None:
    solution = await client.request(solve_problem(problem=await _texts(client)), subjects.SOLVE, timeout=30)
    assert isinstance(solution, Solution) and isinstance(solution.verdict, PlanProved)
