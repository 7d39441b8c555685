"""Questions and their answers."""

from __future__ import annotations

import asyncio

import pytest

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.pddl.language import Atom, parse_domain, parse_problem
from plancritic.refiner.benchmark import benchmark_domains
from plancritic.refiner.evaluation.true_domain import TrueDomainAnswers
from plancritic.refiner.feedback.collecting import FeedbackProblem
from plancritic.refiner.questions.choosing import telling_questions
from plancritic.refiner.questions.question import Question
from plancritic.refiner.questions.wording import ProblemWords
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.probes import probes
from plancritic.refiner.repair.schemas import frame_of, model_of
from plancritic.refiner.repair.suspicion import PlanPool

BLOCKS = benchmark_domains()["blocks"]
PROBLEM = """(define (problem p) (:domain blocks) (:objects a b c - block)
 (:init (clear a) (clear c) (on c b) (on-table a) (on-table b) (hand-empty)) (:goal (and (on b a) (clear b))))"""
PLAN = (("unstack", "c", "b"), ("put-down", "c"), ("pick-up", "b"), ("stack", "b", "a"))
TRUE = parse_domain(BLOCKS.text)
#: The hand may hold any number of blocks.
WIDE = parse_domain(
    BLOCKS.text.replace("(and (clear ?x) (on-table ?x) (hand-empty))", "(and (clear ?x) (on-table ?x))")
)


def answer(question: Question) -> int | None:
    return asyncio.run(TrueDomainAnswers(BLOCKS.text, [PROBLEM]).answer(question))


def test_where_no_plan_tells_two_domains_apart_a_step_does_that_can_be_taken_in_one_of_them_alone() -> None:
    frame = frame_of(WIDE)
    knowledge = Knowledge(frame, [FeedbackProblem(PROBLEM, plans=(PLAN,))])
    pool = PlanPool(knowledge)
    pool.add(0, [PLAN])
    weighed = [(1.0, model_of(WIDE)), (0.5, model_of(TRUE))]
    assert telling_questions(knowledge, pool, weighed, BLOCKS.description) == ()
    for problem, steps in probes(knowledge, model_of(WIDE), model_of(TRUE)):
        pool.probes[problem].setdefault(steps)
    question, *_ = telling_questions(knowledge, pool, weighed, BLOCKS.description)
    assert question.steps[-1][0] == "pick-up"
    taken = answer(question)
    assert taken == len(question.steps) - 1
    assert question.text.startswith(
        "In problem 1, this was done: somebody lifts block c off block b. The hand holds something."
    )
    assert question.text.endswith("The next step would be: somebody grips block a. May this be done now?")


def test_nothing_is_asked_that_is_nearly_sure() -> None:
    knowledge = Knowledge(frame_of(WIDE), [FeedbackProblem(PROBLEM, plans=(PLAN,))])
    pool = PlanPool(knowledge)
    pool.add(0, [(PLAN[0], ("pick-up", "a"))])
    assert telling_questions(knowledge, pool, [(1.0, model_of(WIDE)), (0.5, model_of(TRUE))], BLOCKS.description)
    assert not telling_questions(knowledge, pool, [(1.0, model_of(WIDE)), (0.01, model_of(TRUE))], BLOCKS.description)


def said(description: DomainDescription, fact: Atom, holds: bool = True) -> str:
    domain = parse_domain(BLOCKS.text)
    return ProblemWords.of(description, domain, parse_problem(PROBLEM, domain)).fact(fact, holds)


def test_a_fact_is_told_in_the_words_of_the_description() -> None:
    on = Atom("on", ("c", "b"))
    assert said(BLOCKS.description, on) == "Block c lies directly on block b."
    bare = BLOCKS.description.model_copy(update={"predicates": {"(on ?upper ?lower - block)": "stacked"}})
    assert said(bare, on, holds=False) == "Block c is not on block b."
    assert said(bare, Atom("wet", ()), holds=False) == "Wet is not so."


@pytest.mark.parametrize(
    ("declared", "meaning", "words"),
    [
        (
            "(on ?a ?b - block)",
            "nothing lies between a block ?a and a block ?b",
            "Nothing lies between block c and block b.",
        ),
        (
            "(on ?a ?b - block)",
            "nothing lies between a block a and block b",
            "Nothing lies between block c and block b.",
        ),
        ("(on ?from ?to - block)", "a path leads from from to to", "Block c is on block b."),
        ("(on ?upper ?lower)", "?upper is on ?lower, an upper's place", "Block c is on block b, an upper's place."),
        ("(on ?X ?y)", "?x lies on Y", "Block c lies on block b."),
        ("(on ?x ?y)", "x-rays show x on y", "Block c is on block b."),
    ],
)
def test_a_parameter_that_is_named_like_a_word_is_no_word(declared: str, meaning: str, words: str) -> None:
    description = BLOCKS.description.model_copy(update={"predicates": {declared: meaning}})
    assert said(description, Atom("on", ("c", "b"))) == words
