"""Landmarks of the blocks world by each method; typed failures where there are none to be had."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from plancritic.contracts.planning import Impossible, SyntaxFault, Unsupported
from plancritic.engines import PlanningRequest
from plancritic.engines.landmarks import Landmark, LandmarkFinder, LandmarkMethod

BLOCKS = (Path(__file__).parents[2] / "cases" / "blocks" / "domain.pddl").read_text()
PROBLEM = """(define (problem tower) (:domain blocks) (:objects a b)
  (:init (clear a) (clear b) (ontable a) (ontable b) (handempty) (= (total-cost) 0)) (:goal (on a b)))"""


@pytest.fixture
async def finder() -> AsyncIterator[LandmarkFinder]:
    finder = LandmarkFinder()
    yield finder
    await finder.close()


@pytest.mark.parametrize("method", LandmarkMethod)
async def test_every_method_finds_the_goal_and_what_must_come_before(
    finder: LandmarkFinder, method: LandmarkMethod
) -> None:
    found = await finder.landmarks(PlanningRequest(BLOCKS, PROBLEM), method)
    assert isinstance(found, tuple)
    assert Landmark(("(on a b)",), False, ("(stack a b)",), False) in found
    assert Landmark(("(holding a)",), False, ("(pick-up a)",), False) in found


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
    courier = Path(__file__).parents[2] / "cases" / "courier"
    request = PlanningRequest((courier / "domain.pddl").read_text(), (courier / "problem.pddl").read_text())
    refusal = await finder.landmarks(request)
    assert isinstance(refusal, Unsupported)
    assert refusal.feature == "durative-actions"
