from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Iterator

import pytest

from plancritic.command_line.chat.lines import PipedLines
from plancritic.command_line.runs.asking import Answer
from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.questions import Choice, QuestionAsked
from plancritic.contracts.translation import Statement

QUESTION = QuestionAsked(
    envelope=Envelope.start(),
    question="q1",
    statement=Statement(id="s1", text="Not there."),
    text="Which?",
    choices=(Choice(number=1, sentence="Never.", constraints=("(always (not (p)))",), probability=0.5),),
)


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """What is written here is read as standard input."""
    read, write = os.pipe()
    with os.fdopen(read) as file:
        monkeypatch.setattr(sys, "stdin", file)
        yield write
        os.close(write)


async def test_an_answer_after_its_question_was_taken_back_is_no_statement(pipe: int) -> None:
    written = io.StringIO()
    lines = PipedLines(Console(file=written, width=80))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await lines.answer(QUESTION)
    os.write(pipe, b"1\nnobody at A\n")
    assert await lines.next() == "nobody at A\n"
    assert "came too late" in written.getvalue()


async def test_a_statement_after_a_question_was_taken_back_is_one(pipe: int) -> None:
    lines = PipedLines(Console(file=io.StringIO(), width=80))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await lines.answer(QUESTION)
    os.write(pipe, b"nobody at A\n1\n")
    assert await lines.next() == "nobody at A\n"
    assert await lines.next() == "1\n", "no question is open any more"


async def test_an_answer_in_time_is_one(pipe: int) -> None:
    os.write(pipe, b"1\n")
    assert await PipedLines(Console(file=io.StringIO(), width=80)).answer(QUESTION) == Answer(1)


async def test_what_is_no_answer_is_given_back_as_it_is(pipe: int) -> None:
    os.write(pipe, b"nobody at A\nshow\n")
    lines = PipedLines(Console(file=io.StringIO(), width=80))
    assert await lines.answer(QUESTION) == "nobody at A\n"
    assert await lines.answer(QUESTION) == "show\n"
