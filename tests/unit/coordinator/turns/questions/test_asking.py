"""What a question asks is told by its form; suggestions and requests are no questions."""

from __future__ import annotations

import pytest

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.turns.questions.asking import asks_about_plan, declarative, is_about_all, kind_of
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

NAMES = NamedObjects(Lexicon(load_domain("haulage"), "2"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("At what time does van 1 get to the mill?", "when"),
        ("ok, and how soon is parcel 1 there?", "when"),
        ("Where does driver 2 spend the day?", "where"),
        ("who carries parcel 3?", "who"),
        ("How long is van 2 under way?", "how long"),
        ("how often does van 1 stop at the depot?", "how many"),
        ("for what reason does van 1 stop there?", "why"),
        ("Is parcel 1 at the hospital by 40?", "whether"),
        ("what is driver 1 up to?", "what"),
    ],
)
def test_what_is_asked(text: str, kind: str) -> None:
    assert (kind_of(text), asks_about_plan(text, NAMES)) == (kind, True)


@pytest.mark.parametrize(
    "text",
    [
        "Could parcel 1 be at the hospital by 40?",
        "Why don't we send van 2 to the mill?",
        "How about parcel 3 first?",
        "When parcel 1 is delivered, van 1 returns to the depot.",
        "Parcel 2 by minute 50, okay?",
        "Why is van 1 at the mill twice? It should go there once.",
    ],
)
def test_suggestions_and_wishes_are_no_questions(text: str) -> None:
    assert not asks_about_plan(text, NAMES)


@pytest.mark.parametrize(
    ("text", "request_said"),
    [
        ("Is van 1 at the depot at the end?", "van 1 must be at the depot at the end"),
        ("does parcel 2 have to wait at the school?", "parcel 2 must wait at the school"),
        ("Has van 2 been at the mill by 50?", "van 2 must have been at the mill by 50"),
        ("Isn't driver 1 at the market?", "driver 1 must be at the market"),
    ],
)
def test_whether_something_is_so_is_asked_as_a_request(text: str, request_said: str) -> None:
    assert declarative(text, NAMES) == request_said


def test_without_a_known_subject_nobody_knows_what_is_asked() -> None:
    assert declarative("Is it raining?", NAMES) is None


@pytest.mark.parametrize(
    ("constraints", "is_about"),
    [
        (["(sometime (lies parcel1 school))"], True),
        (["(sometime (at van1 school))", "(sometime (lies parcel1 hospital))"], True),
        # A reading about something else answers nothing.
        (["(sometime (at van1 school))", "(sometime (at van2 school))"], False),
        (["(sometime (lies parcel1 hospital))"], False),
    ],
)
def test_only_a_reading_about_all_that_is_named_answers_a_question(constraints: list[str], is_about: bool) -> None:
    assert is_about_all(constraints, "Does parcel 1 pass the school?", NAMES) is is_about


def test_of_a_group_that_is_named_one_is_enough() -> None:
    assert is_about_all(["(sometime (at van2 school))"], "Is a van ever at the school?", NAMES)
