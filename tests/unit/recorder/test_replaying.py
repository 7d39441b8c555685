"""Which choice of a question in a replay means the same as the one that was chosen when it was recorded."""

from __future__ import annotations

import pytest
from tests.support.builders import envelope, statement

from plancritic.contracts.questions import Choice, QuestionAsked, QuestionKind
from plancritic.recorder.replaying import offered


def choice(number: int, sentence: str, consequence: str = "", constraint: str = "(sometime (p))") -> Choice:
    return Choice(number=number, sentence=sentence, constraints=(constraint,), probability=0.5, consequence=consequence)


def asked(kind: QuestionKind, *choices: Choice) -> QuestionAsked:
    return QuestionAsked(
        envelope=envelope(), question="q1", kind=kind, statement=statement(), text="Which?", choices=choices
    )


A, B = choice(1, '"A" in s1', "B stays"), choice(2, '"B" in s1', "A stays")


@pytest.mark.parametrize(("meant", "number"), [(A, 1), (B, 2)])
@pytest.mark.parametrize("kind", ["target", "clash"])
def test_of_choices_with_the_same_constraints_the_words_tell(kind: QuestionKind, meant: Choice, number: int) -> None:
    assert offered(meant, asked(kind, A, B)) == number


def test_of_places_with_the_same_words_the_consequence_tells() -> None:
    first, second = choice(1, "s1", "B stays"), choice(2, "s1", "A stays")
    assert offered(second, asked("target", first, second)) == 2
    assert offered(second, asked("target", A, B)) == 2, "recorded before sentences named the place"


def test_a_target_that_nothing_tells_from_another_is_not_answered() -> None:
    meant = choice(1, "s1", "something else")
    assert offered(meant, asked("target", A, B)) is None


def test_a_meaning_is_the_one_with_the_same_constraints_whatever_its_words() -> None:
    other, same = choice(1, "Never p.", constraint="(always (not (p)))"), choice(2, "Once p.", "later")
    assert offered(choice(1, "Never p.", constraint="(sometime (p))"), asked("meaning", other, same)) == 2
    unknown = choice(1, "Never p.", constraint="(at end (p))")
    assert offered(unknown, asked("meaning", other, same)) == 1


def test_an_answer_to_a_clash_that_was_recorded_in_older_words_is_found() -> None:
    older = choice(2, "Make s1 a wish (should): it gives way to the new statement.", "the wish cannot be met")
    today = choice(3, "Make s1 a preference (should): it gives way to the new statement.", "as today")
    assert offered(older, asked("clash", A, B, today)) == 3
    assert offered(older, asked("clash", A, B)) is None
