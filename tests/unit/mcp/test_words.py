"""Answers in words: whole, unchanged, and nothing that acts on a terminal."""

from __future__ import annotations

from mcp_types import TextContent
from tests.support.builders import envelope, statement
from tests.support.revisions import entry, left_out, revision

from plancritic.contracts.questions import Choice, QuestionAsked
from plancritic.mcp.conversation.story import in_force_in_words
from plancritic.mcp.words import line, printed, question_told

LONG = "At the end, " + "the satellite points at a star and " * 40 + "rests."


def _asked(text: str) -> QuestionAsked:
    choice = Choice(number=1, sentence=LONG, constraints=("(always (a))",), probability=0.5, plan="0.0: (a)")
    return QuestionAsked(envelope=envelope(), question="q1", statement=statement(), text=text, choices=(choice,))


def test_no_line_is_broken_or_cut_and_no_markup_is_read() -> None:
    assert printed(line(LONG), line("[bold]so[/bold] :smile:")).splitlines() == [LONG, "[bold]so[/bold] :smile:"]


def test_a_question_reaches_the_person_as_it_is() -> None:
    result = question_told(_asked("Which of [these] do you mean?"))
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert content.text.startswith("Which of [these] do you mean?\n")
    assert LONG in content.text
    assert result.structured_content is not None
    (choice,) = result.structured_content["choices"]
    assert choice["sentence"] == LONG
    # Neither how likely a choice is nor how it is planned is for the person to weigh, or for the assistant.
    assert not {"probability", "plan", "constraints"} & set(choice)


def test_what_would_act_on_a_terminal_is_escaped() -> None:
    (content,) = question_told(_asked("Which\x1b[2J?")).content
    assert isinstance(content, TextContent)
    assert "\x1b" not in content.text


def test_verdicts_are_those_of_the_revision() -> None:
    told = in_force_in_words(
        revision(entry("Go.", verdict="unconfirmed", reading="doubtful", doubt="it may mean two things")).model_copy(
            update={"not_in_force": (left_out("Fly.", "s2"),)}
        )
    )
    assert "s1: Go.\n  Read as: Go.\n  In force, verdict: unconfirmed\n  Reading: doubtful: it may mean two" in told
    assert "s2: Fly.\n  Read as: nothing that can be planned for\n  Not in force (not understood)" in told
    assert "adhered" not in told


def test_statements_are_told_as_they_were_said() -> None:
    composed = entry("Visit A by hour 4.")
    composed = composed.model_copy(update={"statement": statement("No, hour 4.").composed("Visit A by hour 4.")})
    assert in_force_in_words(revision(composed)).startswith("s1: No, hour 4.\n  Read as: Visit A by hour 4.")
    asked = _asked("Which?").model_copy(update={"statement": composed.statement})
    result = question_told(asked).structured_content
    assert result is not None and result["statement"] == "No, hour 4."
