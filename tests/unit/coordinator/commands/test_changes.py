"""A change is made of the reading: numbers, objects and order are exchanged, and nothing else."""

from __future__ import annotations

import pytest
from tests.support.revisions import entry

from plancritic.coordinator.commands.changes import changes_of
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

BY_50 = ("(within 50 (lies parcel1 hospital))",)
WINDOW = ("(hold-during 4 5 (at van1 mill))",)
ORDER = ("(sometime-before (lies parcel1 hospital) (lies parcel2 school))",)


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(load_domain("haulage"), "2")


@pytest.mark.parametrize(
    ("constraints", "text", "changed"),
    [
        (BY_50, "Half an hour, not 50.", "(within 30 (lies parcel1 hospital))"),
        (BY_50, "ten more minutes is fine", "(within 60 (lies parcel1 hospital))"),
        (BY_50, "relax that to 60", "(within 60 (lies parcel1 hospital))"),
        (BY_50, "Make it 5 this time", "(within 5 (lies parcel1 hospital))"),
        (BY_50, "6 perhaps", "(within 6 (lies parcel1 hospital))"),
        (BY_50, "not 50, 5 always", "(within 5 (lies parcel1 hospital))"),
        (BY_50, "60 works", "(within 60 (lies parcel1 hospital))"),
        (BY_50, "60 suffices", "(within 60 (lies parcel1 hospital))"),
        (BY_50, "sorry, parcel 2 I mean", "(within 50 (lies parcel2 hospital))"),
        (BY_50, "the school, not the hospital, and by 40", "(within 40 (lies parcel1 school))"),
        (WINDOW, "from 5 to 7 instead", "(hold-during 5 7 (at van1 mill))"),
        (WINDOW, "no, the other van", "(hold-during 4 5 (at van2 mill))"),
        (WINDOW, "wrong van", "(hold-during 4 5 (at van2 mill))"),
        (ORDER, "other way round!", "(sometime-before (lies parcel2 school) (lies parcel1 hospital))"),
        (("(sometime (at van1 mill))",), "within half an hour please", "(within 30 (at van1 mill))"),
        (("(at end (at van1 mill))",), "from minute 60 on", "(hold-after 60 (at van1 mill))"),
    ],
)
def test_what_a_text_changes(constraints: tuple[str, ...], text: str, changed: str, lexicon: Lexicon) -> None:
    said = entry("something said before", constraints=constraints)
    (found,) = changes_of(text, said, NamedObjects(lexicon), lexicon)
    assert (found.constraints, found.beside) == ((changed,), False)
    assert found.text != said.statement.text


def test_the_same_for_another_stands_beside(lexicon: Lexicon) -> None:
    said = entry("van 1 ends at the mill", constraints=("(at end (at van1 mill))",))
    (found,) = changes_of("likewise the other van", said, NamedObjects(lexicon), lexicon)
    assert (found.constraints, found.beside) == (("(at end (at van2 mill))",), True)


def test_a_softer_wish_keeps_its_reading(lexicon: Lexicon) -> None:
    said = entry("van 1 ends at the mill", constraints=("(at end (at van1 mill))",))
    (found,) = changes_of("only if possible", said, NamedObjects(lexicon), lexicon)
    assert (found.constraints, found.strength, found.text) == (said.constraints, "should", said.statement.text)


@pytest.mark.parametrize("text", ["thank you", "what does it cost", "van 1", "the weather is fine"])
def test_what_says_nothing_that_fits_changes_nothing(text: str, lexicon: Lexicon) -> None:
    said = entry("van 1 ends at the mill", constraints=("(at end (at van1 mill))",))
    assert changes_of(text, said, NamedObjects(lexicon), lexicon) == []


def test_a_goal_that_is_said_of_another_thing_is_that_things_own_goal() -> None:
    lexicon = Lexicon(load_domain("haulage"), "1")
    delivered = ("(within 40 (lies parcel2 school))",)
    for text, changed in (("Parcel 2 is in by 40.", "mill"), ("Parcel 2 is at the school by 40.", "school")):
        said = entry(text, constraints=delivered)
        (change,) = changes_of("make that parcel 3", said, NamedObjects(lexicon), lexicon)
        assert change.constraints == (f"(within 40 (lies parcel3 {changed}))",)


def test_of_a_statement_about_several_things_the_one_that_is_named_gets_another_time() -> None:
    lexicon = Lexicon(load_domain("haulage"), "1")
    both = ("(within 50 (lies parcel1 hospital))", "(within 50 (lies parcel2 school))")
    said = entry("Parcels 1 and 2 are in within 50 minutes.", constraints=both)
    (change,) = changes_of("parcel 2 within 40 instead", said, NamedObjects(lexicon), lexicon)
    assert set(change.constraints) == {both[0], "(within 40 (lies parcel2 school))"}


@pytest.mark.parametrize("text", ["Make it 4 parcels", "four vans, please", "4 turns instead", "no, 5 steps"])
def test_a_number_of_other_things_changes_no_time(text: str, lexicon: Lexicon) -> None:
    said = entry("It has to be at the hospital within 50 minutes.", constraints=BY_50)
    assert changes_of(text, said, NamedObjects(lexicon), lexicon) == []
