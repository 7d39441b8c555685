"""Of questions that differ in the names of objects alone one is asked."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.refiner.questions.asking import MOST_WORDED, unlike
from plancritic.refiner.questions.question import Question


def question(name: str, shape: str) -> Question:
    return Question(0, (("lift", name),), f"May {name} be lifted?", shape=(shape,))


RED, BLUE, GREEN = question("red", "free"), question("blue", "free"), question("green", "under another")


def test_one_question_of_a_shape_is_enough() -> None:
    assert unlike([RED, BLUE, GREEN], [], 3) == (RED, GREEN)


def test_what_nobody_knows_of_one_object_is_not_asked_of_another() -> None:
    assert unlike([RED, BLUE, GREEN], [question("white", "free")], 3) == (GREEN,)


def test_no_more_are_put_into_words_than_are_wanted_or_allowed() -> None:
    worded: list[int] = []

    def made() -> Iterator[Question]:
        for number in range(100):
            worded.append(number)
            yield RED

    assert unlike(made(), [], 1) == (RED,)
    assert len(worded) == 1, "the others are put into words only if they are asked"
    worded.clear()
    assert unlike(made(), [], 3) == (RED,)
    assert len(worded) == MOST_WORDED
