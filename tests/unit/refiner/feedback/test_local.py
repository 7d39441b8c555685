"""Feedback in this process."""

from __future__ import annotations

import asyncio

import pytest

from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.refiner.equivalence.plan_sets import PlanSet, PlanSets
from plancritic.refiner.feedback.local import LocalFeedback
from plancritic.refiner.feedback.messages import LandmarkFeedback, NegativeFeedback, PlanFeedback, UnsolvableFeedback
from plancritic.refiner.feedback.task import FeedbackProblem, RefinementTask

TRUE = """(define (domain door) (:requirements :strips :typing) (:types door)
 (:predicates (closed ?d - door) (free ?d - door) (open ?d - door))
 (:action unlock :parameters (?d - door) :precondition (and) :effect (free ?d))
 (:action pull :parameters (?d - door) :precondition (and (closed ?d) (free ?d))
  :effect (and (open ?d) (not (closed ?d)))))"""
PROBLEM = "(define (problem p) (:domain door) (:objects front - door) (:init (closed front)) (:goal (open front)))"
TASK = RefinementTask(
    DomainDescription(
        domain="door",
        predicates={"(open ?d - door)": "it is open"},
        actions={"unlock": ActionDescription(parameters="?d - door"), "pull": ActionDescription()},
    ),
    (
        FeedbackProblem(
            PROBLEM,
            plans=((("unlock", "front"), ("pull", "front")),),
            landmarks=(frozenset({("unlock", "front")}),),
            refused=((("pull", "front"),),),
        ),
    ),
)
WIDE = TRUE.replace("(and (closed ?d) (free ?d))", "(closed ?d)")
NARROW = TRUE.replace(":effect (free ?d)", ":effect (not (closed ?d))")
BOTH = frozenset({"plan", "landmark"})


class CountedPlans(PlanSets):
    """Plan sets that count what they are asked for."""

    asked = 0

    async def plans(self, domain: str, problem: str) -> PlanSet:
        self.asked += 1
        return await super().plans(domain, problem)


@pytest.fixture
async def plan_sets() -> CountedPlans:  # type: ignore[misc]
    made = CountedPlans(children=1, most=5)
    yield made
    await made.close()


async def test_each_kind_has_its_messages(plan_sets: CountedPlans) -> None:
    source = LocalFeedback(TASK, plan_sets)
    judged = await source.judge(WIDE, BOTH)
    assert [type(each) for each in judged.messages] == [NegativeFeedback, LandmarkFeedback]
    assert judged.plans[0][0] == (("pull", "front"),)
    judged = await source.judge(NARROW, BOTH)
    assert [type(each) for each in judged.messages] == [PlanFeedback, UnsolvableFeedback]
    assert judged.plans == ((),)
    assert [type(each) for each in (await source.judge(NARROW, frozenset({"landmark"}))).messages] == [
        UnsolvableFeedback
    ]
    assert (await source.judge(TRUE, BOTH)).messages == ()


async def test_feedback_of_plans_asks_no_planner(plan_sets: CountedPlans) -> None:
    judged = await LocalFeedback(TASK, plan_sets).judge(NARROW, frozenset({"plan"}))
    assert len(judged.messages) == 1 and judged.plans == ()
    assert plan_sets.asked == 0


async def test_what_cannot_be_judged_has_a_fault_and_no_messages(plan_sets: CountedPlans) -> None:
    source = LocalFeedback(TASK, plan_sets)
    for _ in range(2):
        judged = await source.judge(TRUE.replace(":action pull", ":action push"), BOTH)
        assert judged.messages == () and judged.fault is not None and "no action 'pull'" in judged.fault
    assert plan_sets.asked == 0


async def test_many_at_once_get_the_same_and_plan_once(plan_sets: CountedPlans) -> None:
    planned = 0
    search = plan_sets._planned

    async def counted(domain: str, problem: str) -> PlanSet:
        nonlocal planned
        planned += 1
        return await search(domain, problem)

    plan_sets._planned = counted  # type: ignore[method-assign]
    source = LocalFeedback(TASK, plan_sets)
    # A domain that is written otherwise and means the same is the same domain.
    rewritten = WIDE.replace("(and (open ?d) (not (closed ?d)))", "(and (not (closed ?d)) (open ?d))")
    found = await asyncio.gather(*(source.judge(each, BOTH) for each in [WIDE, NARROW, TRUE] * 5))
    assert found == found[:3] * 5
    assert planned == 3
    assert await source.judge(rewritten, BOTH) == found[0]
    assert planned == 3
