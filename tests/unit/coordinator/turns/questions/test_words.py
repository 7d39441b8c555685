"""Forms of a verb have one stem; kinds of things are named as well as things."""

from __future__ import annotations

import pytest

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.turns.questions.words import asked_stems, stem, things_named
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

LEXICON = Lexicon(load_domain("haulage"), "1")
NAMES = NamedObjects(LEXICON)


@pytest.mark.parametrize("forms", ["leave leaves left leaving", "deliver delivered delivers", "stop stopped stopping"])
def test_forms_of_a_verb_have_one_stem(forms: str) -> None:
    assert len({stem(each) for each in forms.split()}) == 1


def test_a_kind_names_all_that_is_of_it() -> None:
    (mention,) = things_named("how many parcels are there", NAMES, LEXICON)
    assert mention.objects == {"parcel1", "parcel2", "parcel3"}


def test_a_light_verb_counts_alone_only() -> None:
    assert asked_stems("when does it get loaded", ()) == {stem("load")}
    assert asked_stems("when do I get it", ()) == {"get"}
