"""Verbs that no ending shows, found behind their subjects."""

from __future__ import annotations

import pytest
from tests.unit.domains.phrases.test_forms import forms

TYPES = {"block": "a toy block", "can": "a small oil can", "bus": "a school bus"}


@pytest.mark.parametrize(
    ("meaning", "holds", "fails"),
    [
        ("children wait near block x", "children wait near {0}", "children do not wait near {0}"),
        ("the sides of block x shine", "the sides of {0} shine", "the sides of {0} do not shine"),
        ("slugs eat block x", "slugs eat {0}", "slugs do not eat {0}"),
        ("school children run about block x", "school children run about {0}", "school children do not run about {0}"),
        ("flames come from block x", "flames come from {0}", "flames do not come from {0}"),
        ("parents know that block x lies in the box", "parents know that {0} lies in the box",
         "parents do not know that {0} lies in the box"),
        ("actors dropped block x", "actors dropped {0}", "it is not so that actors dropped {0}"),
        ("the owner paid for block x", "the owner paid for {0}", "it is not so that the owner paid for {0}"),
        ("the customer brought block x in", "the customer brought {0} in",
         "it is not so that the customer brought {0} in"),
        ("rain soaked block x", "rain soaked {0}", "it is not so that rain soaked {0}"),
        ("something on block x broke", "something on {0} broke", "nothing on {0} broke"),
        ("somebody dug block x over", "somebody dug {0} over", "nobody dug {0} over"),
        ("block x missed its turn", "{0} missed its turn", "it is not so that {0} missed its turn"),
        ("block x ate nothing today", "{0} ate nothing today", "{0} ate something today"),
        ("block x lost paint", "{0} lost paint", "it is not so that {0} lost paint"),
        ("the side of block x broke", "the side of {0} broke", "it is not so that the side of {0} broke"),
        ("block x of the box broke", "{0} of the box broke", "it is not so that {0} of the box broke"),
        ("one can walk to block x", "one can walk to {0}", "one cannot walk to {0}"),
    ],
)  # fmt: skip
def test_a_verb_without_an_ending_is_found_behind_its_subject(meaning: str, holds: str, fails: str) -> None:
    said = forms("(so ?x - block)", meaning, TYPES)
    assert (said.holds, said.fails) == (holds, fails)


@pytest.mark.parametrize(
    ("meaning", "holds"),
    [
        ("block x painted red", "{0} is painted red"),
        ("block x left in the box", "{0} is left in the box"),
        ("the used block x is old", "{0} is old"),
        ("the newly bought block x is old", "{0} is old"),
        ("children near block x", "{0} is so"),
        ("walking distance to block x", "{0} is so"),
    ],
)
def test_what_is_no_verb_is_taken_for_none(meaning: str, holds: str) -> None:
    assert forms("(so ?x - block)", meaning, TYPES).holds == holds


def test_a_name_in_s_is_no_plural() -> None:
    said = forms("(so ?b - bus)", "bus b left the depot", TYPES)
    assert (said.holds, said.stops) == ("{0} left the depot", "it is no longer so that {0} left the depot")
