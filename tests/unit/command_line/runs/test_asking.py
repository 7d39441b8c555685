"""What a line at a question's prompt is: an answer in a key or in words, or something else that was said."""

from __future__ import annotations

import pytest

from plancritic.command_line.runs.asking import Answer, answer_in_words, chosen_and_more, read_answer
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.questions import Choice, QuestionAsked
from plancritic.contracts.translation import Statement

SENTENCES = (
    "The scout is never at waypoint A.",
    "At some time, the scout is at waypoint A.",
    "At the end, the scout is at waypoint B.",
)
ASKED = QuestionAsked(
    envelope=Envelope.start(),
    question="q1",
    statement=Statement(id="s1", text="The scout, A."),
    text="Which?",
    choices=tuple(
        Choice(number=number, sentence=each, constraints=("(sometime (p))",), probability=0.3)
        for number, each in enumerate(SENTENCES, start=1)
    ),
)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("the second", 2),
        ("the last one, please", 3),
        ("number 1", 1),
        ("sorry, I meant some time", 2),
        ("never", 1),
        ("the one at B", 3),
    ],
)
def test_words_name_a_choice(line: str, number: int) -> None:
    assert answer_in_words(line, ASKED) == Answer(number)


@pytest.mark.parametrize(
    "line",
    [
        "the fourth",
        "the scout",
        "waypoint A",
        "The debris boat is never at waypoint A.",
        "show",
        "why 3",
        "undo",
        "quit",
        "a",
        "",
    ],
)
def test_what_names_no_choice_or_says_more_is_no_answer(line: str) -> None:
    assert answer_in_words(line, ASKED) is None


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("scrap the thing about the tug then", 1),
        ("ok, forget s3", 2),
        ("cancel the ferry wish", 2),
        ("forget it", None),
        ("forget the harbour", None),
        ("forget the tug and come home early", None),
    ],
)
def test_what_is_given_up_names_the_choice_that_drops_it(line: str, number: int | None) -> None:
    sentences = ("Drop s2: The tug is at A.", "Drop s3: The ferry waits.", "Raise the limit of s4 to 12.")
    choices = tuple(
        choice.model_copy(update={"sentence": each}) for choice, each in zip(ASKED.choices, sentences, strict=True)
    )
    found = answer_in_words(line, ASKED.model_copy(update={"choices": choices}))
    assert found == (None if number is None else Answer(number))


def test_one_key_is_an_answer_and_an_empty_line_leaves_the_question_open() -> None:
    assert [read_answer(line, 3) for line in ("2", "n", "")] == [Answer(2), Answer(None), Answer(None, skipped=True)]
    assert read_answer("y", 1) == Answer(1)
    assert read_answer("y", 3) is None


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("3, but also keep the scout away from B", 3),
        ("2 and only in the morning", 2),
        ("option 1: but later", 1),
        ("3 - but also keep away from B", 3),
        ("1 – only later", 1),
        ("4, but also this", None),
        ("2-hour limit for the tug", None),
        ("1-way please", None),
        ("2 boats must be at B", None),
        ("3.5 hours at most", None),
        ("The scout, 2, must wait", None),
        ("3", None),
        ("2, 3", None),
    ],
)
def test_a_number_with_more_behind_it_is_known_by_its_number(line: str, number: int | None) -> None:
    assert chosen_and_more(line, 3) == number
