"""Conditions and effects in the words of a description, and the sentences about changes that have them."""

from __future__ import annotations

import pytest

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.pddl.language import FactEffect, conjuncts, parse_domain
from plancritic.refiner.pipelines.changes import changes
from plancritic.refiner.questions.literal_words import LiteralWords, literal_sentence

BLOCKS = benchmark_domains()["blocks"]
WORDS = LiteralWords.of(BLOCKS.description, parse_domain(BLOCKS.text))


@pytest.mark.parametrize(
    ("literal", "clause"),
    [
        ("(on ?x ?below)", "block x lies directly on the block 'below'"),
        ("(not (hand-empty))", "the hand holds something"),
        ("(= ?x ?below)", "block x is the block 'below'"),
    ],
)
def test_a_literal_is_a_clause_of_the_description(literal: str, clause: str) -> None:
    assert WORDS.clause("stack", literal) == clause


@pytest.mark.parametrize(
    ("part", "has", "said"),
    [
        ("precondition", "has", "stack requires that block x is in the hand (held ?x)"),
        ("precondition", "lacks", "stack does not require that block x is in the hand (held ?x)"),
        ("effect", "no longer", "stack no longer has the effect that block x is in the hand (held ?x)"),
    ],
)
def test_a_sentence_says_how_an_action_stands_to_a_literal(part: str, has: str, said: str) -> None:
    assert literal_sentence("stack", part, has, "(held ?x)", WORDS) == said  # type: ignore[arg-type]


def test_without_words_the_literal_stands_alone() -> None:
    assert literal_sentence("stack", "precondition", "lacks", "(held ?x)") == "stack does not need (held ?x)"


def test_changes_have_the_words_of_a_description() -> None:
    faulty = BLOCKS.text.replace("(on ?x ?below)", "(clear ?x)", 1)
    assert "stack also has the effect that block x lies directly on the block 'below' (on ?x ?below)" in changes(
        faulty, BLOCKS.text, BLOCKS.description
    )


@pytest.mark.parametrize("name", sorted(benchmark_domains()))
def test_every_literal_of_the_benchmark_has_words_without_places_or_variables(name: str) -> None:
    known = benchmark_domains()[name]
    domain = parse_domain(known.text)
    words = LiteralWords.of(known.description, domain)
    for action in domain.actions.values():
        literals = [str(each) for each in conjuncts(action.conditions_at_start)]
        literals += [str(each.atom) for each in action.effects_at_start if isinstance(each, FactEffect)]
        for literal in literals:
            clause = words.clause(action.name, literal)
            assert clause
            assert not set("?{}()_") & set(clause), literal
