"""What a predicate means, as sentences that hold, fail, begin and end."""

from __future__ import annotations

import re
from collections.abc import Mapping

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
