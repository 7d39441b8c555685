"""Several strategies share one limit; the first decision wins."""

import asyncio
import time
from collections.abc import Sequence

import pytest

from plancritic.contracts.planning import (
    Disputed,
    Impossible,
    NoPlanFound,
    PlanProved,
    Rejected,
    SolveLimits,
    TimedOut,
    Verdict,
)
from plancritic.contracts.validation import Proof
from plancritic.engines import Outcome, PlanFound, PlanningRequest
from plancritic.engines.planners.kairos import MANIFEST
from plancritic.verdicts.portfolio import Portfolio, Try
from plancritic.verdicts.strategies import Strategy
from plancritic.verdicts.task import Task, Texts, read_task

DOMAIN = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
PROBLEM = "(define (problem q) (:domain d) (:init) (:goal (p)))"
PLAN = PlanFound("0.000: (a)\n", "scripted", 0.0)


class Scripted:
    """A stand-in for an engine: says what the script says for a configuration, after so many seconds."""

    name, version, manifest = "scripted", "1", MANIFEST

    def __init__(self, **script: tuple[float, Outcome | None]) -> None:
        self.script = script
        self.asked: list[tuple[str, float]] = []
        self.cancelled: list[str] = []

    async def solve(self, request: PlanningRequest) -> Outcome:
        configuration = request.configuration or ""
        self.asked.append((configuration, request.limits.seconds))
        seconds, outcome = self.script[configuration]
        try:
            await asyncio.sleep(min(seconds, request.limits.seconds))
        except asyncio.CancelledError:
            self.cancelled.append(configuration)
            raise
        if outcome is None or seconds > request.limits.seconds:
            return TimedOut(engine=self.name, limit_seconds=request.limits.seconds)
        return outcome

    async def close(self) -> None:
        pass


@pytest.fixture
def task() -> Task:
    read = read_task(Texts(DOMAIN, PROBLEM), (), "scripted")
    assert isinstance(read, Task)
    return read


def portfolio(engine: Scripted, rounds: Sequence[Sequence[tuple[str, float | None]]], race: bool = False) -> Portfolio:
    schedule = [[Try(Strategy(engine, configuration=name), seconds) for name, seconds in tries] for tries in rounds]
    return Portfolio((engine,), lambda task, anytime: schedule, race)


async def judged(strategy: Strategy, found: PlanFound) -> Verdict:
    if "refused" in found.plan:
        return Rejected(engine=found.engine, plan=found.plan, proof=Proof(ruling="rejected"))
    if "disputed" in found.plan:
        return Disputed(engine=found.engine, plan=found.plan, proof=Proof(ruling="disputed"))
    return PlanProved(engine=found.engine, plan=found.plan, proof=Proof(ruling="accepted"))


async def no_proof(seconds: float | None) -> Impossible | None:
    return None


async def decide(one: Portfolio, task: Task, seconds: float = 2.0, deterministic: bool = False) -> Verdict:
    return await one.decide(task, SolveLimits(seconds=seconds, deterministic=deterministic), judged, no_proof)


async def test_the_first_plan_ends_it(task: Task) -> None:
    engine = Scripted(a=(0.0, PLAN), b=(0.0, PLAN))
    assert isinstance(await decide(portfolio(engine, [[("a", 0.1), ("b", 0.1)]]), task), PlanProved)
    assert [name for name, _ in engine.asked] == ["a"]


async def test_a_plan_the_judges_refuse_sends_it_on_to_the_next_strategy(task: Task) -> None:
    engine = Scripted(a=(0.0, PlanFound("refused", "scripted", 0.0)), b=(0.0, PLAN))
    assert isinstance(await decide(portfolio(engine, [[("a", 0.1)], [("a", 0.2), ("b", 0.2)]]), task), PlanProved)
    assert [name for name, _ in engine.asked] == ["a", "b"]


async def test_a_road_that_ran_out_of_time_is_tried_again_longer(task: Task) -> None:
    engine = Scripted(a=(0.15, PLAN))
    assert isinstance(await decide(portfolio(engine, [[("a", 0.05)], [("a", 0.5)]]), task), PlanProved)
    assert [seconds for _, seconds in engine.asked] == [0.05, 0.5]


class Cold(Scripted):
    """One whose process takes its time to start: `starting` wall seconds, of which a CPU limit sees nothing."""

    starting = 0.3

    async def solve(self, request: PlanningRequest) -> Outcome:
        left = self.starting if request.limits.deterministic else min(self.starting, request.limits.seconds)
        await asyncio.sleep(left)
        if left < self.starting:
            return TimedOut(engine=self.name, limit_seconds=request.limits.seconds)
        return await super().solve(request)


async def test_a_cold_start_does_not_take_its_plan_from_a_short_try(task: Task) -> None:
    engine = Cold(a=(0.0, PLAN), b=(0.0, PlanFound("0.000: (a)\n9.000: (a)\n", "scripted", 0.0)))
    verdict = await decide(portfolio(engine, [[("a", 0.05)], [("b", 1.0)]]), task)
    assert isinstance(verdict, PlanProved)
    assert verdict.plan == PLAN.plan


async def test_a_try_that_waits_and_computes_nothing_leaves_time_for_the_others(task: Task) -> None:
    class Asleep(Scripted):
        async def solve(self, request: PlanningRequest) -> Outcome:
            if request.configuration == "asleep":
                await asyncio.sleep(60)
            return await super().solve(request)

    one = portfolio(Asleep(b=(0.0, PLAN)), [[("asleep", 0.05)], [("b", 0.05)]])
    assert isinstance(await decide(one, task, seconds=10), PlanProved)


async def test_what_timed_out_names_the_clock_of_the_whole(task: Task) -> None:
    verdict = await decide(portfolio(Scripted(a=(9.0, None)), [[("a", 0.05)]]), task)
    assert isinstance(verdict, TimedOut)
    assert (verdict.limit_seconds, verdict.clock) == (2.0, "wall")


async def test_our_own_proof_is_asked_for_once_after_the_first_round(task: Task) -> None:
    engine = Scripted(a=(9.0, None))
    asked = 0

    async def proof(seconds: float | None) -> Impossible | None:
        nonlocal asked
        asked += 1
        return Impossible(engine="reachability", road="reachability", reason="because")

    one = portfolio(engine, [[("a", 0.05)], [("a", None)]])
    verdict = await one.decide(task, SolveLimits(seconds=5), judged, proof)
    assert isinstance(verdict, Impossible)
    assert (asked, len(engine.asked)) == (1, 1)


async def test_the_whole_keeps_the_limit_and_names_it(task: Task) -> None:
    engine = Scripted(a=(9.0, None), b=(9.0, None))
    started = time.monotonic()
    verdict = await decide(portfolio(engine, [[("a", 0.1), ("b", 0.1)], [("a", 5.0), ("b", None)]]), task, 0.4)
    assert isinstance(verdict, TimedOut)
    assert verdict.limit_seconds == 0.4
    assert time.monotonic() - started < 1.4


async def test_the_end_that_says_most_is_the_answer(task: Task) -> None:
    engine = Scripted(
        a=(0.0, NoPlanFound(engine="scripted", reason="")),
        b=(0.0, PlanFound("disputed", "scripted", 0.0)),
        c=(0.0, PlanFound("refused", "scripted", 0.0)),
    )
    assert isinstance(await decide(portfolio(engine, [[("a", 0.1), ("b", 0.1), ("c", 0.1)]]), task), Disputed)


async def test_racing_the_winner_ends_the_others(task: Task) -> None:
    engine = Scripted(a=(9.0, PLAN), b=(0.05, PLAN))
    assert isinstance(await decide(portfolio(engine, [[("a", 5.0), ("b", 5.0)]], race=True), task, 9.0), PlanProved)
    assert engine.cancelled == ["a"]


async def test_in_deterministic_mode_nothing_races_and_times_are_the_schedules_alone(task: Task) -> None:
    rounds = [[("a", 0.1), ("b", 0.1)], [("a", None)]]
    granted = []
    for pause in (0.0, 0.05):
        engine = Scripted(a=(9.0, None), b=(pause, NoPlanFound(engine="scripted", reason="")))
        await decide(portfolio(engine, rounds, race=True), task, 0.5, deterministic=True)
        assert engine.cancelled == []
        granted.append(engine.asked)
    assert granted[0] == granted[1]
    assert [name for name, _ in granted[0]] == ["a", "b", "a"]
    assert sum(seconds for _, seconds in granted[0]) == pytest.approx(0.5)


async def test_a_search_that_ended_with_its_time_is_tried_again_whatever_it_says(task: Task) -> None:
    class Disguised(Scripted):
        async def solve(self, request: PlanningRequest) -> Outcome:
            self.asked.append((request.configuration or "", request.limits.seconds))
            seconds = request.limits.seconds
            return PLAN if seconds > 0.3 else NoPlanFound(engine=self.name, reason="", seconds=seconds)

    engine = Disguised()
    assert isinstance(await decide(portfolio(engine, [[("a", 0.1)], [("a", 0.5)]]), task), PlanProved)
    assert len(engine.asked) == 2
