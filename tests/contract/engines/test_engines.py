"""One suite for the role of an engine: every implementation that is here answers in the same words."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from plancritic.contracts.planning import (
    Cancelled,
    EngineCrashed,
    Impossible,
    NoPlanFound,
    SolveLimits,
    SyntaxFault,
    TimedOut,
    Unsupported,
)
from plancritic.engines import ENGINES, Engine, PlanFound, PlanningRequest, available_engines, create_engine
from plancritic.verdicts.proof import prove_plan, standard_judges

CASES = Path(__file__).parents[2] / "cases"
CLASSICAL = ("kstar", "fast-downward")
SLACK_SECONDS = 3.0


@dataclass(frozen=True)
class Case:
    """A small problem in the language that an engine speaks."""

    solvable: PlanningRequest
    unsolvable: PlanningRequest
    endless: PlanningRequest


def _temporal() -> Case:
    domain = (CASES / "courier" / "domain.pddl").read_text()
    problem = (CASES / "courier" / "problem.pddl").read_text()
    solvable = PlanningRequest(domain, problem, SolveLimits(seconds=10.0))
    nowhere = problem.replace("(road market office)", "")
    return Case(solvable, replace(solvable, problem=nowhere, limits=SolveLimits(seconds=2.0)), _huge())


def _classical() -> Case:
    domain = (CASES / "blocks" / "domain.pddl").read_text()
    problem = """(define (problem pair) (:domain blocks) (:objects a b)
      (:init (clear a) (clear b) (ontable a) (ontable b) (handempty) (= (total-cost) 0))
      (:goal (on a b)) (:metric minimize (total-cost)))"""
    solvable = PlanningRequest(domain, problem, SolveLimits(seconds=10.0))
    circle = problem.replace("(on a b)", "(and (on a b) (on b a))")
    return Case(solvable, replace(solvable, problem=circle, limits=SolveLimits(seconds=2.0)), _huge())


def _huge() -> PlanningRequest:
    """Takes far longer to ground than any test waits."""
    objects = " ".join(f"o{number}" for number in range(60))
    domain = """(define (domain huge) (:requirements :strips) (:predicates (p ?a) (q ?a ?b ?c ?d ?e ?f))
      (:action make :parameters (?a ?b ?c ?d ?e ?f) :precondition (and (p ?a) (p ?b) (p ?c) (p ?d) (p ?e) (p ?f))
       :effect (q ?a ?b ?c ?d ?e ?f)))"""
    problem = f"""(define (problem huge) (:domain huge) (:objects {objects})
      (:init {" ".join(f"(p o{number})" for number in range(60))})
      (:goal (and (q o0 o1 o2 o3 o4 o5) (q o5 o4 o3 o2 o1 o0))))"""
    return PlanningRequest(domain, problem, SolveLimits(seconds=0.5))


@pytest.fixture(params=[name for name in available_engines() if name != "optic"])
async def engine(request: pytest.FixtureRequest) -> AsyncIterator[Engine]:
    engine = create_engine(request.param)
    yield engine
    await engine.close()


@pytest.fixture
def case(engine: Engine) -> Case:
    return _classical() if engine.name in CLASSICAL else _temporal()


async def test_a_plan_is_found_that_the_judges_accept(engine: Engine, case: Case) -> None:
    request = case.solvable
    found = await engine.solve(request)
    assert isinstance(found, PlanFound), found
    assert (found.engine, found.complete) == (engine.name, True)
    proof = (await prove_plan(standard_judges(), request.domain, request.problem, found.plan)).proof
    assert proof.ruling == "accepted", proof


async def test_a_problem_without_a_plan_has_none(engine: Engine, case: Case) -> None:
    outcome = await engine.solve(case.unsolvable)
    # Not every engine can prove it, and LPG may crash over it; none may claim a plan.
    assert isinstance(outcome, Impossible | NoPlanFound | TimedOut | EngineCrashed), outcome


async def test_broken_texts_have_a_place(engine: Engine, case: Case) -> None:
    domain = case.solvable.domain.replace("(:predicates", "(:predicats")
    fault = await engine.solve(replace(case.solvable, domain=domain, domain_file="mine.pddl"))
    assert isinstance(fault, SyntaxFault)
    assert fault.file == "mine.pddl"
    assert domain.splitlines()[fault.line - 1].count(":predicats") == 1


async def test_a_feature_that_it_lacks_is_refused_by_name(engine: Engine) -> None:
    missing = {"durative-actions", "derived-predicates", "processes"} - engine.manifest.features
    if not missing:
        assert engine.name == "kairos", "no other engine is known to have them all"
        return
    domain = "(define (domain d) (:predicates (p) (q)) (:derived (q) (p)) (:action a :parameters () :effect (p)))"
    problem = "(define (problem x) (:domain d) (:init) (:goal (q)))"
    if "derived-predicates" in missing:
        refusal = await engine.solve(PlanningRequest(domain, problem))
        assert isinstance(refusal, Unsupported)
        assert refusal.feature == "derived-predicates"


async def test_a_configuration_that_it_lacks_is_refused_by_name(engine: Engine, case: Case) -> None:
    refusal = await engine.solve(replace(case.solvable, configuration="nonesuch"))
    assert isinstance(refusal, Unsupported)
    assert "nonesuch" in refusal.feature


async def test_the_limit_holds(engine: Engine, case: Case) -> None:
    outcome = await asyncio.wait_for(engine.solve(case.endless), case.endless.limits.seconds + SLACK_SECONDS)
    assert not isinstance(outcome, PlanFound | Impossible | SyntaxFault), outcome


async def test_a_stop_from_outside_cancels(engine: Engine, case: Case) -> None:
    stop = asyncio.Event()
    request = replace(case.endless, limits=SolveLimits(seconds=60.0), stop=stop)
    task = asyncio.create_task(engine.solve(request))
    # Each engine is somewhere else by then, and nothing tells where: a stop ends it wherever it is.
    await asyncio.sleep(0.3)
    stop.set()
    outcome = await asyncio.wait_for(task, SLACK_SECONDS)
    assert isinstance(outcome, Cancelled | EngineCrashed | NoPlanFound), outcome


async def test_a_cancelled_solve_leaves_a_working_engine(engine: Engine, case: Case) -> None:
    task = asyncio.create_task(engine.solve(replace(case.endless, limits=SolveLimits(seconds=60.0))))
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert isinstance(await engine.solve(case.solvable), PlanFound)


def test_each_engine_says_what_it_can_do() -> None:
    for name, entry in ENGINES.items():
        assert entry.name == name
        assert entry.manifest.features
