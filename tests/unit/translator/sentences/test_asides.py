"""What stands beside a wish says nothing against it: how things are now, what would happen otherwise."""

import pytest

from plancritic.translator.sentences.asides import stands_now, unclear_no, without_asides, without_no


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("It must equal Phenomenon4, currently does not.", "It must equal Phenomenon4."),
        ("It should face Star5 at the end, right now it isn't.", "It should face Star5 at the end."),
        ("Face Star5 at the end (it is not now).", "Face Star5 at the end."),
        ("It must end at Star5 but at the moment it doesn't.", "It must end at Star5."),
        ("It should face Star5, which is not the case right now.", "It should face Star5."),
        ("It should face Star5, which is currently not the case.", "It should face Star5."),
        ("Camera off at the end, its detector ages otherwise.", "Camera off at the end."),
        ("Camera off at the end or else it burns out.", "Camera off at the end."),
        ("Keep off A, otherwise we get stuck.", "Keep off A."),
    ],
)
def test_clauses_about_now_and_reasons_are_left_out(said: str, left: str) -> None:
    assert without_asides(said) == left


@pytest.mark.parametrize(
    "said",
    [
        "It must not be at A.",
        "The scout is not to be at A now.",
        "Go to A, not to B.",
        "Point at Star5 at the end, otherwise at Star0.",
        "Scout A first, otherwise you must scout B.",
        "Scout A, the tug otherwise.",
        "It may not go to A, it does not need to.",
    ],
)
def test_wishes_and_choices_are_kept(said: str) -> None:
    assert without_asides(said) == said


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
