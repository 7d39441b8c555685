"""The bank of a problem is made once, by the planner, the same by every copy."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.sayings import Sayings, plan_for, waterway

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.planning import EngineCrashed, PlanProved, TimedOut, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Proof
from plancritic.coordinator.understanding.problem_banks import (
    LIMITS,
    MOST_PLANS,
    ROUND,
    ROUNDS,
    KnownPlans,
    ProblemBanks,
    no_bank,
)

_ROUTES = ("wpt_end wpt_a_0", "wpt_a_0 wpt_ini", "wpt_ini shp_dck_0", "shp_dck_0 wpt_ini", "wpt_ini wpt_a_0")


class Planning(Sayings):
    """A planner with another plan for each specification: the scout goes on, by its number, for some steps."""

    def __init__(self, *verdicts: Verdict) -> None:
        super().__init__()
        #: What is answered in place of a plan, after the plan without feedback.
        self.verdicts = list(verdicts)

    async def solve(self, specification: Sequence[TracedConstraint], limits: Any, engine: Any, *_: Any) -> Verdict:  # type: ignore[override]
        number = len(self.asked)
        self.asked.append(("solve", tuple(specification), limits, engine, False))
        if specification and self.verdicts:
            return self.verdicts.pop(0)
        steps = [
            f"{10 + place}.000: (move_scout_asset {route} sct_ast_0) [0.500]\n" for place, route in enumerate(_ROUTES)
        ]
        plan = plan_for() + "".join(steps[: number % 6]) if specification else plan_for()
        return PlanProved(engine="none", plan=plan, proof=Proof(ruling="accepted"))


async def made(planning: Sayings, banks: ProblemBanks | None = None, planner: str | None = "1") -> KnownPlans:
    return await (banks or ProblemBanks()).of(planning, waterway(), planner)  # type: ignore[arg-type]


async def test_plans_are_asked_for_under_limits_that_no_clock_decides_and_the_plan_without_feedback_is_first() -> None:
    planning = Planning()
    bank = await made(planning)
    assert next(iter(bank)) == plan_for()
    assert len(planning.asked) == 1 + ROUND * ROUNDS
    assert {asked[2] for asked in planning.asked} == {LIMITS}
    assert LIMITS.deterministic
    assert {asked[3] for asked in planning.asked} == {None}, "a run's own engine changes no bank"
    assert 1 < len(bank) <= MOST_PLANS
    assert all(trajectory.fault is None for trajectory in bank.values())


async def test_every_copy_asks_for_the_same_and_comes_to_the_same() -> None:
    one, other = Planning(), Planning()
    assert list(await made(one)) == list(await made(other))
    assert one.asked == other.asked


async def test_a_bank_is_made_once_for_each_problem_and_version_of_the_planner() -> None:
    banks, planning = ProblemBanks(), Planning()
    first = await made(planning, banks)
    count = len(planning.asked)
    assert await made(planning, banks) is first
    assert len(planning.asked) == count
    await made(planning, banks, planner="2")
    assert len(planning.asked) == 2 * count


async def test_runs_that_need_it_at_once_wait_for_one_making() -> None:
    banks, planning = ProblemBanks(), Planning()
    found = await asyncio.gather(*(made(planning, banks) for _ in range(3)))
    assert len(planning.asked) == 1 + ROUND * ROUNDS
    assert found[0] is found[1] is found[2]


async def test_a_planner_that_is_not_there_ends_the_run_and_the_next_one_tries_again() -> None:
    class Away(Planning):
        async def solve(self, *asked: Any, **_: Any) -> Verdict:  # type: ignore[override]
            if len(self.asked) > 20:
                raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message="nobody plans"))
            return await super().solve(*asked)

    banks = ProblemBanks()
    with pytest.raises(ContractError, match="nobody plans"):
        await made(Away(), banks)
    assert await made(Planning(), banks)


async def test_a_bank_over_which_an_engine_crashed_is_not_kept() -> None:
    banks = ProblemBanks()
    planning = Planning(EngineCrashed(engine="none", message="killed"))
    assert await made(planning, banks)
    count = len(planning.asked)
    whole = await made(planning, banks)
    assert len(planning.asked) == 2 * count
    assert await made(planning, banks) is whole


async def test_where_most_searches_end_at_their_limit_no_more_are_made() -> None:
    late = TimedOut(engine="none", limit_seconds=LIMITS.seconds)
    planning = Planning(*[late] * (ROUND // 2 + 1))
    await made(planning)
    assert len(planning.asked) == 1 + ROUND
    half = Planning(*[late] * (ROUND // 2))
    await made(half)
    assert len(half.asked) == 1 + ROUND * ROUNDS


async def test_a_problem_that_is_not_planned_for_in_time_has_no_bank() -> None:
    class Hard(Planning):
        async def solve(self, specification: Any, limits: Any, engine: Any, *_: Any) -> Verdict:  # type: ignore[override]
            self.asked.append(("solve", specification, limits, engine, False))
            return TimedOut(engine="none", limit_seconds=LIMITS.seconds)

    banks, planning = ProblemBanks(), Hard()
    assert not await made(planning, banks)
    assert not await made(planning, banks)
    assert len(planning.asked) == 1


async def test_a_run_without_banks_has_no_plans() -> None:
    assert not await no_bank()
