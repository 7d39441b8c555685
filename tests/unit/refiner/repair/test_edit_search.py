"""Changes that settle what is known, cheapest first."""

from __future__ import annotations

import pytest

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.benchmark.removals import single_removals
from plancritic.pddl.language import parse_domain
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.feedback.task import FeedbackProblem
from plancritic.refiner.repair.edit_search import repaired
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.schemas import Model, frame_of, model_of

BLOCKS = benchmark_domains()["blocks"]
PROBLEM = """(define (problem p) (:domain blocks) (:objects a b c - block)
 (:init (clear a) (clear c) (on c b) (on-table a) (on-table b) (hand-empty)) (:goal (and (on b a) (clear b))))"""
PLAN: tuple[Step, ...] = (("unstack", "c", "b"), ("put-down", "c"), ("pick-up", "b"), ("stack", "b", "a"))


def repair(domain: str, problem: FeedbackProblem) -> tuple[Model, Knowledge]:
    parsed = parse_domain(domain)
    frame = frame_of(parsed)
    knowledge = Knowledge(frame, [problem])
    start = model_of(parsed)
    return repaired(knowledge, Plausibility(frame, start), start)[0].model, knowledge


@pytest.mark.parametrize("removal", single_removals(parse_domain(BLOCKS.text)), ids=str)
def test_a_known_plan_works_again_whatever_literal_is_missing(removal: object) -> None:
    domain = removal.domain.text  # type: ignore[attr-defined]
    model, knowledge = repair(domain, FeedbackProblem(PROBLEM, plans=(PLAN,)))
    assert not knowledge.unmet(model)


def test_a_step_that_must_not_be_possible_gets_the_missing_condition_back() -> None:
    text = BLOCKS.text.replace("(and (clear ?x) (on-table ?x) (hand-empty))", "(and (clear ?x) (on-table ?x))")
    refused = (("unstack", "c", "b"), ("pick-up", "a"))
    model, _ = repair(text, FeedbackProblem(PROBLEM, plans=(PLAN,), refused=(refused,)))
    assert model == model_of(parse_domain(BLOCKS.text))


def test_a_missing_effect_comes_back() -> None:
    text = BLOCKS.text.replace("(and (on-table ?x) (clear ?x) (hand-empty) ", "(and (on-table ?x) (clear ?x) ")
    model, _ = repair(text, FeedbackProblem(PROBLEM, plans=(PLAN,)))
    assert model == model_of(parse_domain(BLOCKS.text))


def test_what_contradicts_itself_stays_unmet_and_the_closest_model_is_told() -> None:
    parsed = parse_domain(BLOCKS.text)
    frame, start = frame_of(parsed), model_of(parsed)
    knowledge = Knowledge(frame, [FeedbackProblem(PROBLEM, plans=(PLAN,), refused=(PLAN[:1],))])
    (closest,) = repaired(knowledge, Plausibility(frame, start), start, most_models=300)
    assert closest.unmet
    assert set(closest.unmet) == set(knowledge.unmet(closest.model))
