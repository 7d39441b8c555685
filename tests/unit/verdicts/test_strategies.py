"""Strategies put constraints to an engine as they are, compiled away, or weakened."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from plancritic.contracts.planning import (
    Impossible,
    PlanProved,
    Rejected,
    SolveLimits,
    SyntaxFault,
    Unsupported,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.domains import load_domain
from plancritic.engines import EngineSettings, PlanFound, create_engine
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.pddl.execution import execute
from plancritic.pddl.language import parse_plan
from plancritic.threads import in_thread
from plancritic.verdicts import Verdicts, portfolio, standard
from plancritic.verdicts.portfolio import Portfolio, Try
from plancritic.verdicts.strategies import Strategy
from plancritic.verdicts.task import Task, Texts, read_task

COURIER = Path(__file__).parents[2] / "cases" / "courier"
TEXTS = Texts((COURIER / "domain.pddl").read_text(), (COURIER / "problem.pddl").read_text())


def task_of(*constraints: str, texts: Texts = TEXTS) -> Task:
    read = read_task(texts, [TracedConstraint(constraint=each) for each in constraints], "test")
    assert not isinstance(read, SyntaxFault), read
    return read


@pytest.mark.parametrize("name", ["native", "compiled", "weakened"])
async def test_every_road_leads_to_a_plan_of_the_problem_itself(name: str) -> None:
    engine = create_engine("kairos", EngineSettings(engine_children=1))
    try:
        task = task_of("(always-within 9 (at ann market) (at ann office))", "(sometime (at bob market))")
        outcome = await Strategy(engine, name).go(task, SolveLimits(seconds=5))  # type: ignore[arg-type]
    finally:
        await engine.close()
    assert isinstance(outcome, PlanFound)
    problem = task.problem
    assert problem is not None
    trajectory = execute(problem, parse_plan(outcome.plan))
    assert trajectory.goal_met
    assert not trajectory.faults


def test_weaker_is_what_follows_from_the_constraint() -> None:
    weakened = task_of("(always-within 9 (at ann home) (at ann office))").weakened
    assert weakened is not None
    assert {str(each) for each in weakened.constraints} == {
        "(sometime-after (at ann home) (at ann office))",
        "(within 9 (at ann office))",
    }
    assert task_of("(sometime (at bob market))").weakened is None


async def test_with_nothing_to_weaken_the_road_is_not_gone() -> None:
    engine = create_engine("kairos", EngineSettings(engine_children=1))
    outcome = await Strategy(engine, "weakened").go(task_of("(sometime (at bob market))"), SolveLimits(seconds=5))
    await engine.close()
    assert isinstance(outcome, Unsupported)


async def test_a_plan_under_weaker_constraints_that_breaks_these_is_not_shown() -> None:
    engine = create_engine("kairos", EngineSettings(engine_children=1))
    weakened = [[Try(Strategy(engine, "weakened"))]]
    verdicts = Verdicts(Portfolio((engine,), lambda task, anytime: weakened, analysis=False), (ExecutorJudge(),))
    late = TracedConstraint(constraint="(always-within 0.1 (at ann market) (at ann office))")
    stop = TracedConstraint(constraint="(sometime (at ann market))")
    verdict = await verdicts.verdict(TEXTS.domain, TEXTS.problem, (late, stop), SolveLimits(seconds=2))
    await verdicts.close()
    # Neither `rejected` nor a plan: our own proof speaks where the strategy gives up.
    assert isinstance(verdict, Impossible)
    assert verdict.engine == "reachability"


async def test_the_standard_portfolio_plans_what_native_kairos_stalls_on_and_proves_what_it_cannot() -> None:
    bundle = load_domain("waterway")
    texts = Texts(bundle.domain_pddl, bundle.problem("1"))
    verdicts = Verdicts(standard(EngineSettings(engine_children=1)), (KairosJudge(), ExecutorJudge()))

    async def ask(*constraints: str) -> object:
        traced = [TracedConstraint(constraint=each) for each in constraints]
        return await verdicts.verdict(texts.domain, texts.problem, traced, SolveLimits(seconds=10))

    try:
        window = await ask("(hold-after 7.4 (at deb_ast_0 shp_dck_0))", "(at end (at sct_ast_0 shp_dck_0))")
        early = await ask("(hold-after 0.1 (at deb_ast_0 wpt_end))")
        apart = await ask("(sometime (and (at deb_ast_0 wpt_end) (at deb_ast_0 wpt_ini)))")
    finally:
        await verdicts.close()
    assert isinstance(window, PlanProved)
    assert isinstance(early, Impossible)
    assert isinstance(apart, Impossible)
    assert apart.reason


NUMBERED = """
(define (domain numbered) (:requirements :typing :fluents :durative-actions :constraints :preferences)
  (:predicates (done) (rested)) (:functions (x) (y))
  (:durative-action work :parameters () :duration (= ?duration 1)
    :condition (at start (>= (x) 0)) :effect (and (at end (done)) (at end (increase (x) 1))))
  (:durative-action rest :parameters () :duration (= ?duration 1)
    :condition (at start (>= (x) 0)) :effect (at end (rested))))
"""


def numbered(more: str = "") -> str:
    return f"(define (problem one) (:domain numbered) (:init (= (x) 0)) (:goal (done)) {more})"


async def ask(problem: str, *constraints: str, engine: str | None = None) -> object:
    verdicts = Verdicts(portfolio(engine, EngineSettings(engine_children=1)), (KairosJudge(), ExecutorJudge()))
    traced = [TracedConstraint(constraint=each) for each in constraints]
    try:
        return await verdicts.verdict(NUMBERED, problem, traced, SolveLimits(seconds=3))
    finally:
        await verdicts.close()


async def test_a_number_without_a_value_in_a_constraint_is_answered() -> None:
    verdict = await ask(numbered(), "(sometime (>= (y) 1))")
    assert not isinstance(verdict, PlanProved)


async def test_the_problems_own_preferences_are_kept_where_they_can_be() -> None:
    wishes = "(:constraints (and (preference a (sometime (rested))))) (:metric minimize (* 10 (is-violated a)))"
    verdict = await ask(numbered(wishes))
    assert isinstance(verdict, PlanProved)
    assert [one.kept for one in verdict.preferences] == [True]
    assert "(rest)" in verdict.plan


async def test_an_engine_that_needs_compiling_gets_the_constraints_that_contradict_each_other_too() -> None:
    verdict = await ask(numbered(), "(always (not (done)))", engine="lpg")
    assert not isinstance(verdict, PlanProved | Rejected)


async def test_a_constraint_of_wrong_form_is_refused_outside_our_model_too() -> None:
    derived = NUMBERED.replace("(:durative-action work", "(:derived (idle) (not (done)))\n  (:durative-action work")
    derived = derived.replace("(rested))", "(rested) (idle))").replace(":fluents", ":fluents :derived-predicates")
    read = read_task(Texts(derived, numbered()), [TracedConstraint(constraint="(hold-during 5 3 (done))")], "test")
    assert isinstance(read, SyntaxFault)


async def test_work_given_up_at_its_limit_keeps_nobody_waiting() -> None:
    started, given_up = time.monotonic(), threading.Event()
    with pytest.raises(TimeoutError):
        await in_thread(lambda: given_up.wait(3), 0.1)
    assert time.monotonic() - started < 1.5
    given_up.set()
    assert await in_thread(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        await in_thread(lambda: 1 // 0)
