"""A "no" before a wish denies what was said before only where the wish is a clause of its own."""

import pytest

from plancritic.translator.sentences.objections import unclear_no, without_no


@pytest.mark.parametrize(
    "said", ["No, the scout must end at A.", "Nope. We want all boats at A.", "No! It should stay."]
)
def test_a_no_before_a_clause_of_its_own_denies_what_was_said_before(said: str) -> None:
    assert without_no(said) == said.split(" ", 1)[1]
    assert not unclear_no(said)


@pytest.mark.parametrize(
    "said",
    [
        "No: scout at A.",
        "No - van at the mill.",
        "no, vessel at B",
        "No; camera on.",
        "Nein, scout at A.",
        "No! Tug at B.",
    ],
)
def test_a_no_before_anything_else_may_forbid_it(said: str) -> None:
    assert without_no(said) == said
    assert unclear_no(said)
