"""Turns are taken for what they are by the shipped model and the sentence encoder; wishes stay wishes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from tests.support.builders import statement
from tests.support.revisions import entry, left_out, revision

from plancritic.contracts.sessions import Revision
from plancritic.coordinator.commands.session_commands import Spoken
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.turns.classifier import ActClassifier, load_classifier
from plancritic.coordinator.turns.deciding import TurnReader
from plancritic.coordinator.turns.spoken import spoken
from plancritic.domains import load_domain
from plancritic.paths import cache_folder
from plancritic.wording import Lexicon

Says: TypeAlias = Callable[..., Spoken]

MILL = "Van 1 must not go to the mill."
HOSPITAL = "Parcel 1 has to be at the hospital within 50 minutes."


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(load_domain("haulage"), "2")


@pytest.fixture(scope="module")
def classifier() -> ActClassifier:
    found = load_classifier(cache_folder())
    assert found is not None, "`make setup` assembles the sentence encoder"
    return found


@pytest.fixture(scope="module")
def head() -> Revision:
    return revision(
        entry(MILL, "s1", constraints=("(always (not (at van1 mill)))",)),
        entry(HOSPITAL, "s2", turn=2, constraints=("(within 50 (lies parcel1 hospital))",), reading="doubtful"),
        number=2,
    )


@pytest.fixture
def said(classifier: ActClassifier, lexicon: Lexicon, head: Revision) -> Says:
    def of(text: str, before: Revision | None = head) -> Spoken:
        return spoken((statement(text),), before, NamedObjects(lexicon), acts=TurnReader(classifier, lexicon))

    return of


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        ("scrap the mill thing", ("s1",)),
        ("take back the one about the hospital", ("s2",)),
        ("drop the second", ("s2",)),
        ("I don't need the thing about van 1 any more", ("s1",)),
        ("forget everything I said", ("s1", "s2")),
    ],
)
def test_a_cancellation_finds_its_target_by_what_it_mentions(text: str, dropped: tuple[str, ...], said: Says) -> None:
    found = said(text)
    assert (found.drop, found.statements) == (dropped, ())
    assert repr(text) in found.taken_as[0]


@pytest.mark.parametrize(
    "text", ["let's not do that after all", "can you remove that one again?", "I don't want that anymore"]
)
def test_a_cancellation_without_a_target_means_what_was_said_last(text: str, said: Says, head: Revision) -> None:
    assert said(text).undo
    later = head.model_copy(update={"number": 3, "parent": "2-b", "restores": "2-b"})
    assert said(text, later).drop == ("s2",)


@pytest.mark.parametrize(
    ("text", "undone"),
    [
        ("Forget that. Leave everything the way it was.", True),
        ("Cancel that please. I was thinking of something else!", True),
        ("Forget that. Van 2 never visits the mill.", False),
        ("Forget that. Be done within 90 minutes.", False),
        ("Forget that. As few steps as possible, please.", False),
        ("Cancel that. Make the whole thing quicker.", False),
    ],
)
def test_what_is_said_after_a_cancellation_counts_only_where_it_names_something(
    text: str, undone: bool, said: Says
) -> None:
    assert said(text).undo is undone


BOTH = ("(always (at van1 depot))", "(sometime (at van2 mill))")


@pytest.mark.parametrize(
    "text",
    ["Take that back, van 1 can drive again.", "Take that back: van 1 is free.", "Undo that, van 1 works."],
)
def test_a_reason_that_names_a_part_takes_the_whole_back(text: str, said: Says) -> None:
    both = revision(entry("Van 2 drives alone, van 1 stays at the depot.", "s1", constraints=BOTH))
    found = said(text, both)
    assert (found.undo or found.drop == ("s1",), found.statements) == (True, ())


def test_a_part_is_taken_back_where_the_words_say_so(said: Says) -> None:
    both = revision(entry("Van 2 drives alone, van 1 stays at the depot.", "s1", constraints=BOTH))
    found = said("Take that back, but only the part about van 1.", both)
    (made,) = found.changed.values()
    assert made.constraints == BOTH[1:]


@pytest.mark.parametrize("text", ["Everyone takes branch B.", "All take the road by the river."])
def test_what_has_no_form_of_a_question_is_none(text: str, said: Says) -> None:
    for before in (None, revision(entry(MILL))):
        assert [each.text for each in said(text, before).statements] == [text]


def test_the_plan_at_the_start_has_nothing_in_force(said: Says) -> None:
    found = said("Go back to the original plan.", revision())
    assert (found.drop, found.undo, found.statements) == ((), False, ())
    assert "nothing that you said is in force" in found.taken_as[0]


def test_a_change_is_made_of_the_reading_and_keeps_its_doubt(said: Says) -> None:
    found = said("relax that to 60 please")
    (made,) = found.changed.values()
    assert made.constraints == ("(within 60 (lies parcel1 hospital))",)
    assert (made.reading, found.drop, found.replaced) == ("doubtful", ("s2",), ("s2",))


@pytest.mark.parametrize(
    "text", ["Why is step 5 there?", "when does van 1 get back?", "thanks a lot", "what have I asked for so far"]
)
def test_questions_and_remarks_change_nothing(text: str, said: Says) -> None:
    found = said(text)
    assert found.asked or not found.statements
    assert (found.statements, found.drop, found.undo, found.accept) == ((), (), False, False)


@pytest.mark.parametrize(
    "text",
    [
        "drop parcel 2 at the school first",
        "Van 2 never visits the mill.",
        "Parcel 3 should be at the mill by minute 60.",
    ],
)
def test_wishes_are_no_commands(text: str, said: Says) -> None:
    assert [each.text for each in said(text).statements] == [text]


def test_nothing_can_be_cancelled_where_nothing_was_said(said: Says) -> None:
    found = said("scrap the mill thing", None)
    assert (found.drop, found.changed) == ((), {})


ALL = "All parcels are delivered within an hour."
BY_60 = tuple(
    f"(within 60 (lies {parcel} {place}))" for parcel, place in (("parcel1", "hospital"), ("parcel2", "school"))
)


@pytest.mark.parametrize("text", ["parcel 2 needn't be there within the hour", "except parcel 2, that one has time"])
def test_what_is_released_of_a_statement_leaves_the_rest_in_force(text: str, said: Says) -> None:
    before = revision(entry(ALL, "s1", constraints=BY_60), entry(MILL, "s2", turn=2), number=2)
    found = said(text, before)
    (made,) = found.changed.values()
    assert (made.constraints, found.drop, found.replaced) == (BY_60[:1], ("s1",), ("s1",))


def test_a_part_of_a_statement_gets_another_time_and_the_rest_stays(said: Says) -> None:
    found = said("parcel 2 within 45 minutes instead", revision(entry(ALL, "s1", constraints=BY_60)))
    (made,) = found.changed.values()
    assert set(made.constraints) == {BY_60[0], "(within 45 (lies parcel2 school))"}


@pytest.mark.parametrize("text", ["that's not what I meant", "you misread that", "nope, wrong"])
def test_what_was_read_last_can_be_said_no_to(text: str, said: Says, head: Revision) -> None:
    found = said(text)
    assert [each.statement for each in found.rejected] == ["s2"]
    assert (found.drop, found.statements, found.undo) == ((), (), False)
    assert not said(text, head.model_copy(update={"number": 3})).rejected, "nothing was said in the last turn"


@pytest.mark.parametrize("text", ["is van 1 at the mill before van 2?", "where does van 2 stand at minute 30?"])
def test_a_question_by_its_form_is_no_wish(text: str, said: Says) -> None:
    found = said(text)
    assert [each.act for each in found.asked] == ["question"]
    assert (found.statements, found.drop) == ((), ())


def test_what_need_not_be_is_no_demand_where_nothing_demands_it(said: Says, head: Revision) -> None:
    for before in (None, head):
        found = said("parcel 2 needn't be at the school at all", before)
        assert (found.statements, found.drop, [each.act for each in found.asked]) == ((), (), ["cancel"])


TURNS = "Van 2 makes five turns at the depot."


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, four turns, not five.",
        "Sorry, 40 turns, not 50.",
        "It should be 40 instead of 45.",
        "Not 15 minutes, make it 25.",
        "make that 30 turns",
    ],
)
def test_a_correction_of_what_nothing_in_force_says_changes_nothing(text: str, said: Says) -> None:
    found = said(text)
    assert (found.statements, found.drop, found.changed) == ((), (), {})
    assert [each.act for each in found.asked] == ["change"]


def test_a_correction_is_about_the_statement_that_has_the_old_value(said: Says, head: Revision) -> None:
    found = said("Sorry, 40, not 50.")
    assert ([each.text for each in found.statements], found.drop) == ([HOSPITAL.replace("50", "40")], ("s2",))
    unread = head.model_copy(update={"not_in_force": (left_out(TURNS, "s3", turn=3),), "last_statement": 3})
    found = said("Sorry, four turns, not five.", unread)
    assert ([each.text for each in found.statements], found.drop) == ([TURNS.replace("five", "four")], ())
    assert "which is not in force" in found.taken_as[0]


@pytest.mark.parametrize("opening", ["Instead of", "Rather than"])
def test_what_is_said_instead_of_something_keeps_its_words(opening: str, said: Says) -> None:
    text = f"{opening} parcel 1, parcel 2 should be at the hospital within 50 minutes."
    (made,) = said(text).statements
    assert (made.text, made.quoted) == ("parcel 2 should be at the hospital within 50 minutes", text)


@pytest.mark.parametrize("text", ["relax that to 60 please", "No, I meant parcel 2.", "Sorry, 60 minutes."])
def test_a_composed_statement_has_the_words_of_the_person(text: str, said: Says) -> None:
    (made,) = said(text).statements
    assert made.text != made.quoted == text


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        ("Undo everything except the rule for van 1", ("s2",)),
        ("Cancel everything except the rule for van 1.", ("s2",)),
        ("undo everything but the van 1 rule", ("s2",)),
        ("Forget all of that apart from the first one.", ("s2",)),
        ("drop all the limits on van 1", ("s1",)),
        ("forget everything except s2", ("s1",)),
        ("Forget everything but the van.", ("s2",)),
        ("Undo everything except 'van 1 must not go to the mill'", ("s2",)),
        ("cancel all my wishes but what was about the weather", ()),
        ("cancel all of it please", ("s1", "s2")),
        ("just drop all my rules, they are not needed", ("s1", "s2")),
        ("drop everything I said", ("s1", "s2")),
    ],
)
def test_everything_is_dropped_but_what_the_words_spare(text: str, dropped: tuple[str, ...], said: Says) -> None:
    found = said(text)
    assert (found.drop, found.undo, found.statements) == (dropped, False, ())


def test_a_quoted_statement_that_speaks_of_all_is_dropped_alone(said: Says) -> None:
    quoted = "Drop everything at the depot."
    before = revision(entry(quoted, "s1"), entry(MILL, "s2", turn=2), number=2)
    found = said("cancel the rule 'drop everything at the depot'", before)
    assert (found.drop, found.undo) == (("s1",), False)


def test_a_statement_is_named_by_what_was_said_too(said: Says, head: Revision) -> None:
    first, second = head.in_force
    composed = second.model_copy(
        update={"statement": statement("No, I meant 50 minutes.", "s2").composed(second.statement.text)}
    )
    before = head.model_copy(update={"in_force": (first, composed)})
    assert said("cancel 'no, I meant 50 minutes'", before).drop == ("s2",)
    assert said(f"cancel '{HOSPITAL}'", before).drop == ("s2",)
