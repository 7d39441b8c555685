"""Differences between schemas of the corpus read as sentences, whichever literal came or went."""

from __future__ import annotations

import re
from functools import lru_cache

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples

from plancritic.domains.phrases.english import NEGATIVES
from plancritic.laboratory.schema.corpus.corpus import CorpusDomain, load_corpus
from plancritic.pddl.language import (
    Atom,
    Not,
    add_effect,
    add_precondition,
    remove_effect,
    remove_precondition,
)
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.ranking.differences import differences


@lru_cache(maxsize=1)
def corpus() -> dict[str, CorpusDomain]:
    return {each.name: each for part in ("train", "calibrate", "measure") for each in load_corpus().part(part)}


@settings(max_examples=examples(150), deadline=None)
@given(st.data())
def test_every_difference_is_one_english_sentence(data: st.DataObject) -> None:
    domain = corpus()[data.draw(st.sampled_from(sorted(corpus())))]
    action = domain.reference.actions[data.draw(st.sampled_from(sorted(domain.reference.actions)))]
    predicate = data.draw(st.sampled_from(sorted(domain.reference.predicates)))
    variables = []
    for place in domain.reference.predicates[predicate]:
        fitting = [each.name for each in action.parameters if set(each.types) == set(place.types)]
        if not fitting:
            return
        variables.append(data.draw(st.sampled_from(fitting)))
    atom = Atom(predicate, tuple(variables))
    literal = data.draw(st.sampled_from([atom, Not(atom)]))
    change = data.draw(st.sampled_from([add_precondition, add_effect, remove_precondition, remove_effect]))
    try:
        changed = change(action, literal)
    except ValueError:  # what is not there cannot be taken away
        return
    first, other = (Candidate(action.name, each, text, ()) for each, text in ((action, "a"), (changed, "b")))
    pairs = [(first, other), (other, first)]
    for one, two in pairs:
        for sentence in differences([one], [two], domain.description):
            assert not set("?{}()") & set(sentence), sentence
            assert sentence[0].isupper() and sentence.endswith(".") and not sentence.endswith(".."), sentence
            assert not re.search(r"\b(the|a|an|no|some) (the|a|an|no|some)\b", sentence), sentence
            assert not re.search(r"\b(\w+) \1\b", sentence), sentence
            negations = [each for each in re.findall(r"[a-z']+", sentence.lower()) if each in NEGATIVES]
            # "does not change whether" and "not only ... but": the meaning of the corpus with most has two of its own.
            assert len(negations) - sentence.count("does not change whether") <= meant(domain, predicate), sentence


def meant(domain: CorpusDomain, predicate: str) -> int:
    """How many negations the description itself has where it says what the predicate means; one at least."""
    (said,) = (
        meaning
        for declared, meaning in domain.description.predicates.items()
        if declared.strip("( ").split(" ")[0].rstrip(")") == predicate
    )
    return max(1, sum(each in NEGATIVES for each in re.findall(r"[a-z']+", said.lower())))
