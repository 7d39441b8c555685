"""Facts and questions in words."""

from __future__ import annotations

import pytest

from plancritic.pddl.language import Atom
from plancritic.refiner.benchmark import benchmark_domains
from plancritic.refiner.questions.wording import literal_text

BLOCKS = benchmark_domains()["blocks"]


def test_a_fact_is_told_in_the_words_of_the_description() -> None:
    on = Atom("on", ("c", "b"))
    assert literal_text(on, BLOCKS.description, holds=True) == "it is true that block c lies directly on block b"
    bare = BLOCKS.description.model_copy(update={"predicates": {"(on ?upper ?lower - block)": "stacked"}})
    assert literal_text(on, bare, holds=False) == "it is not true that (on c b)"
    assert literal_text(Atom("wet", ()), bare, holds=False) == "it is not true that (wet)"


@pytest.mark.parametrize(
    ("declared", "meaning", "said"),
    [
        (
            "(on ?a ?b - block)",
            "nothing lies between a block ?a and a block ?b",
            "nothing lies between a block c and a block b",
        ),
        ("(on ?a ?b - block)", "nothing lies between a block a and block b", "(on c b)"),
        ("(on ?from ?to - block)", "a path leads from from to to", "(on c b)"),
        ("(on ?robot ?room)", "?robot is in room ?room, a robot's room", "c is in room b, a robot's room"),
        ("(on ?X ?y)", "?x lies on Y", "c lies on b"),
        ("(on ?x ?y)", "x-rays show x on y", "x-rays show c on b"),
    ],
)
def test_a_parameter_that_is_named_like_a_word_is_no_word(declared: str, meaning: str, said: str) -> None:
    description = BLOCKS.description.model_copy(update={"predicates": {declared: meaning}})
    assert literal_text(Atom("on", ("c", "b")), description, holds=True) == f"it is true that {said}"
