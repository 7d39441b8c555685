"""What a question asks is told by its form; suggestions and requests are no questions."""

from __future__ import annotations

import pytest

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.turns.questions.asking import declarative, is_about_all
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

NAMES = NamedObjects(Lexicon(load_domain("haulage"), "2"))


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
