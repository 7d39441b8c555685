"""What stands beside a wish says nothing against it: how things are now, what would happen otherwise."""

import pytest

from plancritic.translator.sentences.asides import stands_now, unclear_no, without_no


@pytest.mark.parametrize("said", ["Right now it isn't.", "Currently not the case.", "Actual: it does not."])
def test_a_sentence_may_only_say_how_things_are(said: str) -> None:
    assert stands_now(said)


def test_a_prohibition_is_no_news() -> None:
    assert not stands_now("It must not.")


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
