"""What a predicate means, as sentences that hold, fail, begin and end."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples

from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.domains.phrases.description_words import DescriptionWords
from plancritic.domains.phrases.forms import Forms

TYPES = {"block": "a toy block", "can": "a small oil can", "bar": "a bar", "sheets": "a set of bed linen"}


def forms(declared: str, meaning: str, types: Mapping[str, str] = TYPES) -> Forms:
    description = DomainDescription(
        domain="d",
        types=dict(types),
        predicates={declared: meaning},
        actions={"go": ActionDescription(detailed="Go.")},
    )
    return next(iter(DescriptionWords.of(description).predicates.values()))


@pytest.mark.parametrize(
    ("declared", "meaning", "holds", "fails"),
    [
        ("(on ?x ?y - block)", "block x lies on block y", "{0} lies on {1}", "{0} does not lie on {1}"),
        ("(on ?x ?y - block)", "?x lies on ?y.", "{0} lies on {1}", "{0} does not lie on {1}"),
        ("(on ?x ?y - block)", "Whether ?x is on the block ?y", "{0} is on {1}", "{0} is not on {1}"),
        ("(on ?x ?y - block)", "True if block ?x has been put on block ?y", "{0} has been put on {1}",
         "{0} has not been put on {1}"),
        ("(on ?x ?y - block)", "a block that is on another", "{0} is on {1}", "{0} is not on {1}"),
        ("(in ?o - can)", "oil can o can be reached", "{0} can be reached", "{0} cannot be reached"),
        ("(lie ?s - sheets)", "sheets s lie in the cart", "{0} lie in the cart", "{0} do not lie in the cart"),
        ("(free ?x - block)", "no block lies on x, so it can be taken", "no block lies on {0}", "a block lies on {0}"),
        ("(free ?x - block)", "nobody has used block x yet", "nobody has used {0} yet", "somebody has used {0}"),
        ("(wet ?x - block)", "there is water on block x", "there is water on {0}", "there is no water on {0}"),
        ("(near ?x ?y - block)", "the blocks x and y touch each other", "{0} and {1} touch each other",
         "{0} and {1} do not touch each other"),
        ("(used ?x - block)", "somebody needs block x", "somebody needs {0}", "nobody needs {0}"),
        ("(old ?x - block)", "block x is old and lies in the box", "{0} is old and lies in the box",
         "it is not so that {0} is old and lies in the box"),
        ("(raw ?x - block)", "block x is wood that was not cut", "{0} is wood that was not cut", "{0} is not raw"),
        ("(stacked ?x - block)", "a stacked block", "{0} is stacked", "{0} is not stacked"),
        ("(at ?x - block ?b - bar)", "?x stored in ?b", "{0} is stored in {1}", "{0} is not stored in {1}"),
        ("(hot ?x - block)", "all sides of x are hot", "all sides of {0} are hot", "not all sides of {0} are hot"),
        ("(shut ?x - block)", "?x must not be opened", "{0} must not be opened", "{0} may be opened"),
        ("(due ?x - block)", "?x must be opened", "{0} must be opened", "{0} need not be opened"),
        ("(dull ?x - block)", "?x isn't sharp", "{0} is not sharp", "{0} is sharp"),
        ("(cold ?x - block)", "x is neither hot nor warm", "{0} is neither hot nor warm", "{0} is hot or warm"),
        ("(on ?x ?y - block)", "A block (?x) has a block (?y) under it", "{0} has {1} under it",
         "{0} does not have {1} under it"),
        ("(done ?x - block)", "block x is weighed and not cut yet", "{0} is weighed and not cut yet",
         "{0} is not weighed, or is cut"),
        ("(done ?x - block)", "block x is clean, and no dust lies on it", "{0} is clean, and no dust lies on it",
         "{0} is not clean, or some dust lies on it"),
        ("(done ?x - block)", "block x lies here and has not been burnt", "{0} lies here and has not been burnt",
         "{0} does not lie here, or has been burnt"),
        ("(done ?x - block)", "block x is free and no other block is on it", "{0} is free and no other block is on it",
         "{0} is not free, or another block is on it"),
        ("(full ?o - can)", "the oil can is full", "{0} is full", "{0} is not full"),
        ("(done)", "the watering can is full", "the watering can is full", "the watering can is not full"),
        ("(mad ?x - block)", "block ?z is mad at ?x", "{0} is mad", "{0} is not mad"),
    ],
)  # fmt: skip
def test_a_meaning_becomes_a_sentence_and_its_denial(declared: str, meaning: str, holds: str, fails: str) -> None:
    said = forms(declared, meaning)
    assert (said.holds, said.fails) == (holds, fails)


@pytest.mark.parametrize(
    ("meaning", "starts", "stops", "never", "ever"),
    [
        ("block x is hot", "{0} comes to be hot", "{0} is no longer hot", "{0} is never hot", "{0} is ever hot"),
        ("block x holds water", "{0} comes to hold water", "{0} no longer holds water", "{0} never holds water",
         "{0} ever holds water"),
        ("block x can be used", "it comes about that {0} can be used", "{0} can no longer be used",
         "{0} can never be used", "{0} can ever be used"),
        ("nothing is on block x", "it comes about that nothing is on {0}", "it comes about that something is on {0}",
         "at all times, something is on {0}", "it is ever so that nothing is on {0}"),
        ("block x still has its label", "{0} comes to have its label", "{0} no longer has its label",
         "{0} never has its label", "{0} ever has its label"),
    ],
)  # fmt: skip
def test_a_meaning_is_set_in_time(meaning: str, starts: str, stops: str, never: str, ever: str) -> None:
    said = forms("(so ?x - block)", meaning)
    assert (said.starts, said.stops, said.never, said.ever) == (starts, stops, never, ever)


WORDS = st.sampled_from(
    (
        *(
            "the",
            "a",
            "no",
            "nothing",
            "nobody",
            "block",
            "x",
            "?x",
            "y",
            "?y",
            "is",
            "are",
            "has",
            "not",
            "lies",
            "on",
        ),
        *("in", "and", "or", "but", "that", "which", "with", "holds", "can", "cannot", "must", "be", "been", "loaded"),
        *("free", "there", "it", "whether", ",", ";", "(", ")", "every", "another", "some", "cards", "never", "yet"),
    )
)


@settings(max_examples=examples(400), deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=12).map(" ".join))
def test_whatever_stands_as_a_meaning_the_sentences_name_both_things_once_at_least(meaning: str) -> None:
    for form, text in forms("(on ?x ?y - block)", meaning)._asdict().items():
        if form == "phrase":
            continue
        assert "?" not in text and "  " not in text and text.strip() == text, (form, text)
        assert set(re.findall(r"\{\d+\}", text)) == {"{0}", "{1}"}, (form, text)
        assert not re.search(r"\b(the|a|an|no) \{", text), (form, text)
