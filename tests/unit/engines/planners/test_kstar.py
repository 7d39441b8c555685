"""K*: the cheapest plans in the order of their cost, and when there are no more."""

import itertools
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.support.sas_searches import out_of_memory

from plancritic.contracts.planning import Impossible, NoPlanFound, OutOfMemory, SolveLimits, TimedOut, Unsupported
from plancritic.engines import PlanFound, PlanningRequest, create_engine
from plancritic.engines.capabilities.manifests import manifest
from plancritic.engines.planners.kstar import KStarEngine, TopPlans

BLOCKS = (Path(__file__).parents[3] / "cases" / "blocks" / "domain.pddl").read_text()


def blocks(count: int, seconds: float = 10.0, **limits: object) -> PlanningRequest:
    """All blocks lie on the table, and are wanted in one tower."""
    names = [f"b{number}" for number in range(count)]
    init = " ".join(f"(clear {name}) (ontable {name})" for name in names)
    goal = " ".join(f"(on {upper} {lower})" for upper, lower in itertools.pairwise(names))
    problem = (
        f"(define (problem tower) (:domain blocks) (:objects {' '.join(names)}) "
        f"(:init {init} (handempty) (= (total-cost) 0)) (:goal (and {goal})) (:metric minimize (total-cost)))"
    )
    return PlanningRequest(BLOCKS, problem, SolveLimits(seconds=seconds, **limits))  # type: ignore[arg-type]


@pytest.fixture
async def engine() -> AsyncIterator[KStarEngine]:
    engine = create_engine("kstar")
    assert isinstance(engine, KStarEngine)
    yield engine
    await engine.close()


async def test_the_cheapest_plan_comes_first(engine: KStarEngine) -> None:
    found = await engine.solve(blocks(3))
    assert isinstance(found, PlanFound)
    assert found.plan == "0: (pick-up b1)\n1: (stack b1 b2)\n2: (pick-up b0)\n3: (stack b0 b1)\n"


async def test_as_many_plans_as_asked_for_come_in_the_order_of_their_cost(engine: KStarEngine) -> None:
    found = await engine.top_plans(blocks(3), 20)
    assert isinstance(found, TopPlans)
    costs = [plan.cost for plan in found.plans]
    assert len({plan.plan for plan in found.plans}) == 20
    assert costs == sorted(costs) and costs[0] == 6
    assert found.complete and not found.exhausted


async def test_a_quality_bound_ends_the_list(engine: KStarEngine) -> None:
    found = await engine.top_plans(blocks(3), None, quality_bound=1.4)
    assert isinstance(found, TopPlans)
    assert [plan.cost for plan in found.plans] == [6, 8, 8, 8]
    assert found.exhausted


async def test_the_same_question_has_the_same_answer_after_others(engine: KStarEngine) -> None:
    first = await engine.top_plans(blocks(3), 5)
    await engine.top_plans(blocks(4), 5)
    again = await engine.top_plans(blocks(3), 5)
    assert isinstance(first, TopPlans) and isinstance(again, TopPlans)
    assert first.plans == again.plans


@pytest.mark.parametrize("deterministic", [False, True])
async def test_what_was_found_when_the_limit_came_is_kept(engine: KStarEngine, deterministic: bool) -> None:
    found = await engine.top_plans(blocks(12, seconds=1.5, deterministic=deterministic), 1_000_000)
    assert isinstance(found, TopPlans | TimedOut)
    assert isinstance(found, TimedOut) or not (found.complete or found.exhausted)


async def test_an_impossible_goal_is_proved_by_the_translator_or_the_search(engine: KStarEngine) -> None:
    request = blocks(2)
    for goal in ("(and (holding b0) (handempty))", "(and (on b0 b1) (on b1 b0))"):
        problem = request.problem.replace("(:goal (and (on b0 b1)))", f"(:goal {goal})")
        assert isinstance(await engine.solve(PlanningRequest(BLOCKS, problem)), Impossible)


async def test_a_goal_that_the_translator_loses_is_not_called_met(engine: KStarEngine) -> None:
    domain = (
        "(define (domain tiny) (:requirements :strips :negative-preconditions) (:predicates (p) (r))"
        "(:action act :parameters () :effect (r)))"
    )
    problem = "(define (problem lost) (:domain tiny) (:init (p)) (:goal (and (not (p)))))"
    assert isinstance(await engine.solve(PlanningRequest(domain, problem)), NoPlanFound)


async def test_an_action_may_delete_a_fact_that_it_does_not_need(engine: KStarEngine) -> None:
    # `at` shares a variable over the places: deleting one value of it is a conditional effect to the translator.
    domain = (
        "(define (domain tiny) (:requirements :strips) (:predicates (at ?x) (road ?x ?y) (lamp))"
        "(:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))"
        " :effect (and (at ?y) (not (at ?x))))"
        "(:action close :parameters (?x ?y) :precondition (road ?x ?y) :effect (and (lamp) (not (at ?x)))))"
    )
    problem = (
        "(define (problem way) (:domain tiny) (:objects a b c) (:init (at a) (road a b) (road b c))"
        "(:goal (and (at c) (lamp))))"
    )
    found = await engine.top_plans(PlanningRequest(domain, problem), 2)
    assert isinstance(found, TopPlans)
    # The places that can be closed without harm are those where nobody is.
    assert {plan.plan for plan in found.plans} == {
        "0: (close b c)\n1: (go a b)\n2: (go b c)\n",
        "0: (go a b)\n1: (close a b)\n2: (go b c)\n",
    }


async def test_action_costs_are_no_numbers_but_others_are(engine: KStarEngine) -> None:
    request = blocks(2)
    domain = BLOCKS.replace("(increase (total-cost) 2)", "(decrease (total-cost) 2)")
    refusal = await engine.solve(PlanningRequest(domain, request.problem))
    assert isinstance(refusal, Unsupported)


@pytest.mark.parametrize(("count", "bound"), [(None, None), (0, None), (1, 0.5)])
async def test_a_list_without_end_is_not_asked_for(engine: KStarEngine, count: int | None, bound: float | None) -> None:
    with pytest.raises(ValueError, match="quality bound"):
        await engine.top_plans(blocks(2), count, bound)


async def test_a_search_that_used_up_its_memory_is_no_crash(tmp_path: Path) -> None:
    engine = KStarEngine(manifest("kstar"), folder=out_of_memory(tmp_path, "kstar_planner"))
    outcome = await engine.solve(blocks(3, memory_mb=256))
    await engine.close()
    assert isinstance(outcome, OutOfMemory)
    assert outcome.limit_mb == 256


async def test_plans_found_before_the_memory_was_used_up_are_kept(tmp_path: Path) -> None:
    folder = out_of_memory(tmp_path, "kstar_planner")
    found = json.dumps({"plans": [{"actions": ["pick-up b1"], "cost": 1}]})
    search = folder / "downward"
    search.write_text(search.read_text().replace("exit 22", f"echo '{found}' > plans.json\nexit 22"))
    engine = KStarEngine(manifest("kstar"), folder=folder)
    top = await engine.top_plans(blocks(3), 5)
    await engine.close()
    assert isinstance(top, TopPlans)
    assert not top.complete and not top.exhausted


async def test_a_translator_that_used_up_its_memory_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "translate").mkdir()
    (tmp_path / "translate" / "translate.py").write_text("def __getattr__(name):\n    raise MemoryError\n")
    engine = KStarEngine(manifest("kstar"), folder=tmp_path)
    outcome = await engine.solve(blocks(3))
    await engine.close()
    assert isinstance(outcome, OutOfMemory)
