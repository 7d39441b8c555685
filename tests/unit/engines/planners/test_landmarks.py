"""Landmarks of the blocks world by each method; typed failures where there are none to be had."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import get_args

import pytest
from tests.support.sas_searches import out_of_memory

from plancritic.contracts.enumeration import Landmark, LandmarkMethod
from plancritic.contracts.planning import Impossible, OutOfMemory, SolveLimits, SyntaxFault, Unsupported
from plancritic.engines import PlanningRequest
from plancritic.engines.planners.landmarks import LandmarkFinder

BLOCKS = (Path(__file__).parents[3] / "cases" / "blocks" / "domain.pddl").read_text()
PROBLEM = """(define (problem tower) (:domain blocks) (:objects a b)
  (:init (clear a) (clear b) (ontable a) (ontable b) (handempty) (= (total-cost) 0)) (:goal (on a b)))"""


@pytest.fixture
async def finder() -> AsyncIterator[LandmarkFinder]:
    finder = LandmarkFinder()
    yield finder
    await finder.close()


@pytest.mark.parametrize("method", get_args(LandmarkMethod))
async def test_every_method_finds_the_goal_and_what_must_come_before(
    finder: LandmarkFinder, method: LandmarkMethod
) -> None:
    found = await finder.landmarks(PlanningRequest(BLOCKS, PROBLEM), method)
    assert isinstance(found, tuple)
    assert _landmark("(on a b)", "(stack a b)") in found
    assert _landmark("(holding a)", "(pick-up a)") in found


def _landmark(fact: str, achiever: str) -> Landmark:
    return Landmark(facts=(fact,), disjunctive=False, first_achievers=(achiever,), initially=False)


async def test_what_holds_initially_is_told_from_what_must_be_achieved(finder: LandmarkFinder) -> None:
    found = await finder.landmarks(PlanningRequest(BLOCKS, PROBLEM))
    assert isinstance(found, tuple)
    initially = {landmark.facts for landmark in found if landmark.initially}
    assert ("(clear b)",) in initially
    assert ("(on a b)",) not in initially


async def test_a_goal_that_holds_already_asks_for_nothing_to_be_achieved(finder: LandmarkFinder) -> None:
    found = await finder.landmarks(PlanningRequest(BLOCKS, PROBLEM.replace("(on a b)", "(clear a)")))
    assert isinstance(found, tuple)
    assert all(landmark.initially for landmark in found)


async def test_a_problem_without_a_plan_is_impossible(finder: LandmarkFinder) -> None:
    problem = PROBLEM.replace("(:objects a b)", "(:objects a b c)").replace("(on a b)", "(holding c)")
    assert isinstance(await finder.landmarks(PlanningRequest(BLOCKS, problem)), Impossible)


async def test_broken_texts_and_other_kinds_of_planning_are_refused(finder: LandmarkFinder) -> None:
    assert isinstance(await finder.landmarks(PlanningRequest(BLOCKS, "(define")), SyntaxFault)
    courier = Path(__file__).parents[3] / "cases" / "courier"
    request = PlanningRequest((courier / "domain.pddl").read_text(), (courier / "problem.pddl").read_text())
    refusal = await finder.landmarks(request)
    assert isinstance(refusal, Unsupported)
    assert refusal.feature == "durative-actions"


async def test_a_search_that_used_up_its_memory_is_no_crash(tmp_path: Path) -> None:
    finder = LandmarkFinder(folder=out_of_memory(tmp_path, "forbiditerative"))
    outcome = await finder.landmarks(PlanningRequest(BLOCKS, PROBLEM, SolveLimits(memory_mb=256)))
    await finder.close()
    assert isinstance(outcome, OutOfMemory)
    assert outcome.limit_mb == 256
