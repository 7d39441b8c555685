"""A run that is followed while a person is asked: the question goes once an answer does not count any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any, cast

import pytest
from tests.unit.command_line.results.test_result import make_result

from plancritic.client import PlancriticClient, Run, RunEvent
from plancritic.command_line.runs.asking import Answer
from plancritic.command_line.runs.followed_run import follow_run
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.questions import Choice, QuestionAsked
from plancritic.contracts.translation import Statement

CLIENT = cast(PlancriticClient, type("Patient", (), {"service_timeout": 1.0})())
END = make_result()
FAULT = ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message="nobody answers", remedy="none"))


def question(name: str = "q1", seconds: float | None = None) -> QuestionAsked:
    choice = Choice(number=1, sentence="Never.", constraints=("(always (not (p)))",), probability=0.5)
    statement = Statement(id="s1", text="Not there.")
    return QuestionAsked(
        envelope=Envelope.start(),
        question=name,
        statement=statement,
        text="Which?",
        choices=(choice,),
        answer_seconds=seconds,
    )


class Played:
    """A run whose events come as they are listed: a number is a wait, an error is raised."""

    def __init__(self, script: Sequence[RunEvent | float | Exception]) -> None:
        self._script = script
        self.answers: list[tuple[str, int | None, bool]] = []

    async def follow(self, **_: Any) -> AsyncGenerator[RunEvent, None]:
        for item in self._script:
            if isinstance(item, Exception):
                raise item
            if isinstance(item, float):
                await asyncio.sleep(item)
            else:
                yield item

    async def answer(self, asked: QuestionAsked, choice: int | None, skipped: bool) -> None:
        self.answers.append((asked.question, choice, skipped))


async def never(_: QuestionAsked) -> Answer:
    await asyncio.Event().wait()
    raise AssertionError("nobody answers")


async def first(_: QuestionAsked) -> Answer:
    return Answer(1)


async def followed(script: Sequence[RunEvent | float | Exception], asker: Any) -> tuple[Any, Played]:
    run = Played(script)
    with RunProgress(Console(quiet=True)) as progress:
        async with asyncio.timeout(5):
            return await follow_run(CLIENT, cast(Run, run), progress, asker), run


async def test_an_answer_is_given_once_even_where_the_question_is_published_again() -> None:
    ended, run = await followed([question(), question(), question("q2"), END], first)
    assert ended == END
    assert run.answers == [("q1", 1, False), ("q2", 1, False)]


async def test_a_run_that_ends_takes_its_question_back(capsys: pytest.CaptureFixture[str]) -> None:
    ended, run = await followed([question(), 0.05, END], never)
    assert ended == END
    assert run.answers == []
    assert "has ended meanwhile" in capsys.readouterr().err


async def test_a_question_goes_when_its_time_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    ended, run = await followed([question(seconds=0.05), 0.5, END], never)
    assert ended == END
    assert run.answers == []
    assert "the time is over" in capsys.readouterr().err


async def test_a_fault_while_a_person_is_asked_is_raised() -> None:
    with pytest.raises(ContractError, match="nobody answers"):
        await followed([question(), 0.05, FAULT], never)


async def test_an_answer_after_the_end_is_not_sent() -> None:
    async def slow(_: QuestionAsked) -> Answer:
        await asyncio.sleep(0.3)
        return Answer(1)

    _, run = await followed([question(), END], slow)
    assert run.answers == []
