"""Facts and questions in words."""

from __future__ import annotations

import pytest

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.pddl.language import Atom, parse_domain, parse_problem
from plancritic.refiner.questions.wording import ProblemWords

BLOCKS = benchmark_domains()["blocks"]
PROBLEM = """(define (problem p) (:domain blocks) (:objects a b c - block)
  (:init (clear a) (clear c) (on c b) (on-table a) (on-table b) (hand-empty)) (:goal (and (on b a) (clear b))))"""


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
