import pytest
from pydantic import ValidationError
from tests.support.builders import feedback_submitted

from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.contracts.questions import Choice, OpenQuestion
from plancritic.contracts.translation import Statement


def test_terminal_escapes_in_a_statement_become_blanks():
    assert Statement(id="s1", text="A\x1b[31mB:\tgo\x07").text == "A [31mB: go"


@pytest.mark.parametrize("text", ["", "   ", "\x1b\x07", "x" * 2001])
def test_a_statement_without_words_or_with_far_too_many_is_refused(text):
    with pytest.raises(ValidationError):
        Statement(id="s1", text=text)


@pytest.mark.parametrize("texts", [(), ("no, hour 4", "Scout A.")])
def test_instead_of_an_answer_exactly_one_statement_is_said(texts):
    choice = Choice(number=1, sentence="It ends by 3.", constraints=("(<= (total-time) 3)",), probability=0.5)
    asked = OpenQuestion(statement=Statement(id="s1", text="Be done in 3 hours."), choices=(choice,))
    said = feedback_submitted("no, hour 4", instead_of_answer=asked)
    assert said.instead_of_answer == asked
    statements = [{"id": f"s{number}", "text": text} for number, text in enumerate(texts)]
    with pytest.raises(ValidationError, match="exactly one statement"):
        FeedbackSubmitted.model_validate(said.model_dump() | {"statements": statements})


def test_own_words_are_cleaned_and_no_client_may_submit_them() -> None:
    said = Statement(id="s1", text="Avoid A.", own_words="A\x1b[31mB")
    assert said.own_words == "A [31mB"
    submitted = FeedbackSubmitted.model_validate(
        feedback_submitted().model_dump(mode="json") | {"statements": [said.model_dump(mode="json")]}
    )
    assert [each.quoted for each in submitted.statements] == ["Avoid A."]
