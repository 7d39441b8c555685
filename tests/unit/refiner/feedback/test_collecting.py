"""Feedback on domains with one fault."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from plancritic.pddl.language import Domain, parse_domain
from plancritic.refiner.equivalence.plan_sets import PlanSets
from plancritic.refiner.feedback.collecting import landmark_feedback, negative_feedback, plan_feedback
from plancritic.refiner.feedback.messages import (
    Feedback,
    LandmarkFeedback,
    NegativeFeedback,
    PlanFeedback,
    UnsolvableFeedback,
)
from plancritic.refiner.feedback.task import FeedbackProblem

TRUE = """(define (domain door) (:requirements :strips :typing) (:types door)
 (:predicates (closed ?d - door) (free ?d - door) (open ?d - door))
 (:action unlock :parameters (?d - door) :precondition (and) :effect (free ?d))
 (:action pull :parameters (?d - door) :precondition (and (closed ?d) (free ?d))
  :effect (and (open ?d) (not (closed ?d)))))"""
PROBLEM = "(define (problem p) (:domain door) (:objects front - door) (:init (closed front)) (:goal (open front)))"
KNOWN = FeedbackProblem(
    PROBLEM,
    plans=((("unlock", "front"), ("pull", "front")),),
    landmarks=(frozenset({("unlock", "front")}), frozenset({("pull", "front")})),
    refused=((("pull", "front"),),),
)


@pytest.fixture
async def plan_sets() -> AsyncIterator[PlanSets]:
    made = PlanSets(children=1, most=5)
    yield made
    await made.close()


def domain(old: str, new: str) -> Domain:
    assert old in TRUE
    return parse_domain(TRUE.replace(old, new))


async def all_feedback(domain: Domain, plan_sets: PlanSets) -> tuple[Feedback, ...]:
    problems = [KNOWN]
    landmarks = await landmark_feedback(domain, problems, plan_sets)
    return (*plan_feedback(domain, problems), *negative_feedback(domain, problems), *landmarks)


async def test_there_is_none_on_the_true_domain(plan_sets: PlanSets) -> None:
    assert await all_feedback(parse_domain(TRUE), plan_sets) == ()


async def test_a_domain_that_allows_too_much_is_told_by_landmark_and_by_refused_step(plan_sets: PlanSets) -> None:
    refused, landmark = await all_feedback(domain("(and (closed ?d) (free ?d))", "(closed ?d)"), plan_sets)
    assert isinstance(refused, NegativeFeedback)
    assert "(pull front) must not be possible" in refused.for_person
    assert isinstance(landmark, LandmarkFeedback)
    assert landmark.plan == (("pull", "front"),)
    assert "(unlock front)" in landmark.for_person
    assert "1. (pull front)" in landmark.for_model


async def test_a_domain_that_forbids_too_much_is_told_by_the_plan_that_it_refuses(plan_sets: PlanSets) -> None:
    plan, unsolvable = await all_feedback(domain(":effect (free ?d)", ":effect (not (closed ?d))"), plan_sets)
    assert isinstance(plan, PlanFeedback)
    assert "Step 2, (pull front), cannot be taken: (closed front) (free front) does not hold" in plan.for_model
    assert isinstance(unsolvable, UnsolvableFeedback)
    assert "provably no plan" in unsolvable.for_person


async def test_a_goal_that_is_missed_is_named(plan_sets: PlanSets) -> None:
    plan, _ = await all_feedback(domain("(and (open ?d) (not (closed ?d)))", "(not (closed ?d))"), plan_sets)
    assert isinstance(plan, PlanFeedback)
    assert "(open front) of the goal does not hold" in plan.for_person
