"""What is said to a question instead of an answer changes what was asked about, or is taken as ever."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from tests.support.builders import WATERWAY, statement
from tests.support.revisions import entry, revision

from plancritic.contracts.questions import Choice, OpenQuestion
from plancritic.contracts.sessions import Revision
from plancritic.coordinator.commands.session_commands import Spoken
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.turns.answers import answers
from plancritic.coordinator.turns.asked_about import said_instead
from plancritic.coordinator.turns.classifier import ActClassifier, load_classifier
from plancritic.coordinator.turns.deciding import TurnReader
from plancritic.domains import load_domain
from plancritic.paths import cache_folder
from plancritic.wording import Lexicon, constraint_in_words

Says: TypeAlias = Callable[..., Spoken]

LEXICON = Lexicon(load_domain("waterway"), "1")
ASKED = "The scout ought to be at the dock for hour 3."
BY_THREE = "(within 3 (at sct_ast_0 shp_dck_0))"
AT_THREE = "(hold-during 3 4 (at sct_ast_0 shp_dck_0))"
AVOID = "No vessel may go through waypoint A."


@pytest.fixture(scope="module")
def classifier() -> ActClassifier:
    found = load_classifier(cache_folder())
    assert found is not None, "`make setup` assembles the sentence encoder"
    return found


@pytest.fixture(params=[None, revision(entry(AVOID, "s1"), number=1)], ids=["first turn", "later turn"])
def head(request: pytest.FixtureRequest) -> Revision | None:
    found: Revision | None = request.param
    return found


@pytest.fixture
def said(classifier: ActClassifier, head: Revision | None) -> Says:
    def of(text: str, *constraints: str) -> Spoken:
        choices = tuple(
            Choice(number=number, sentence=constraint_in_words(each, LEXICON), constraints=(each,), probability=0.4)
            for number, each in enumerate(constraints or (BY_THREE,), start=1)
        )
        question = OpenQuestion(statement=statement(ASKED, "s2"), choices=choices)
        reader = TurnReader(classifier, LEXICON)
        return said_instead(statement(text, "s1"), question, head, WATERWAY, NamedObjects(LEXICON), LEXICON, {}, reader)

    return of


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("no, I meant hour 4", BY_THREE.replace("3", "4")),
        ("sorry, 4 hours", BY_THREE.replace("3", "4")),
        ("no, within the first 4 hours", BY_THREE.replace("3", "4")),
        ("neither, by hour 4 please", BY_THREE.replace("3", "4")),
        ("an hour later actually", BY_THREE.replace("3", "4")),
        ("no, the debris boat", BY_THREE.replace("sct_ast_0", "deb_ast_0")),
        ("it should be waypoint B", BY_THREE.replace("shp_dck_0", "wpt_b_0")),
    ],
)
def test_what_was_asked_about_holds_in_its_changed_version_and_stays_in_doubt(
    text: str, constraint: str, said: Says
) -> None:
    found = said(text)
    (made,) = found.changed.values()
    assert (made.constraints, made.reading, made.verdict) == ((constraint,), "doubtful", "unconfirmed")
    assert made.doubt
    # It was never in force: nothing is dropped for it.
    assert (found.drop, found.replaced, found.undo) == ((), (), False)
    assert repr(text) in found.taken_as[0] and repr(ASKED) in found.taken_as[0]


def test_where_several_readings_can_be_changed_so_the_changed_words_are_read_anew(said: Says) -> None:
    found = said("no, the debris boat", BY_THREE, AT_THREE)
    assert [each.text for each in found.statements] == ["The debris boat ought to be at the dock for hour 3."]
    assert (found.changed, found.drop) == ({}, ())


def test_of_several_readings_none_is_taken_for_the_one_that_was_meant(said: Says) -> None:
    found = said("Fine, then hour 4.", BY_THREE, AT_THREE)
    assert [each.text for each in found.statements] == [ASKED.replace("3", "4")]
    assert (found.changed, found.drop) == ({}, ())
    assert "replaces" not in found.taken_as[0]


def test_a_change_that_fits_only_a_reading_nobody_chose_changes_nothing(classifier: ActClassifier) -> None:
    choices = tuple(
        Choice(number=number, sentence="It is so.", constraints=(each,), probability=0.4)
        for number, each in enumerate((BY_THREE, "(at end (at sct_ast_0 shp_dck_0))"), start=1)
    )
    question = OpenQuestion(statement=statement("The scout is at the dock soon.", "s2"), choices=choices)
    text, reader = statement("Fine, then 4 hours.", "s1"), TurnReader(classifier, LEXICON)
    found = said_instead(text, question, None, WATERWAY, NamedObjects(LEXICON), LEXICON, {}, reader)
    assert (found.statements, found.changed, found.drop) == ((), {}, ())
    assert "Nothing was changed" in found.taken_as[0]
    (answer,) = answers(found.asked, "", (), (), LEXICON)
    assert (answer.sentences, answer.understood) == ((), False)


@pytest.mark.parametrize(
    "text", ["The debris boat must never enter waypoint A.", "Also keep the salvage boat away from B"]
)
def test_another_wish_is_taken_as_ever(text: str, said: Says) -> None:
    found = said(text)
    assert [each.text for each in found.statements] == [text]
    assert (found.changed, found.drop) == ({}, ())


def test_who_says_more_than_a_change_says_a_whole_statement(said: Says) -> None:
    found = said("no, I meant that the scout should leave the dock by hour 4")
    assert [each.text for each in found.statements] == ["the scout should leave the dock by hour 4"]
    assert found.changed == {}


@pytest.mark.parametrize("text", ["never mind", "forget it", "scrap that"])
def test_a_cancellation_leaves_what_was_asked_about_and_nothing_else(text: str, said: Says) -> None:
    found = said(text)
    assert (found.drop, found.undo, found.statements) == ((), False, ())
    assert [each.act for each in found.asked] == ["cancel"]
    assert "nothing was changed" in found.taken_as[0]
    assert answers(found.asked, "", (), (), LEXICON)[0].sentences == (), "that is all there is to say"
    assert answers(found.asked, "", (), (), LEXICON)[0].understood


def test_readings_that_fit_nothing_are_left_aside(said: Says) -> None:
    found = said("no, I meant hour 4", "(within 3", "(within 3 (at nobody nowhere))")
    assert not any("asked about" in each for each in found.taken_as)


@pytest.mark.parametrize("text", ["Cheers, that's lovely.", "looks good", "many thanks!"])
def test_polite_words_neither_accept_nor_answer(text: str, said: Says) -> None:
    found = said(text)
    assert (found.accept, found.undo, found.statements, found.drop) == (False, False, (), ())
    assert "left open" in found.taken_as[0]


def test_no_to_what_is_asked_leaves_it() -> None:
    classifier = load_classifier(cache_folder())
    assert classifier is not None
    question = OpenQuestion(
        statement=statement(ASKED, "s2"),
        choices=(Choice(number=1, sentence="By 3.", constraints=(BY_THREE,), probability=0.4),),
    )
    text = statement("that is not what I meant", "s1")
    reader = TurnReader(classifier, LEXICON)
    found = said_instead(text, question, None, WATERWAY, NamedObjects(LEXICON), LEXICON, {}, reader)
    assert (found.rejected, found.drop) == ((), ())
    assert "is dropped" in found.taken_as[0]


def test_another_wish_in_the_place_of_what_was_asked_is_read_anew(said: Says) -> None:
    found = said("no, the debris boat should be at waypoint B first")
    assert [each.text for each in found.statements] == ["the debris boat should be at waypoint B first"]
    assert (found.changed, found.drop) == ({}, ())
