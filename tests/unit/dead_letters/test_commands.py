"""What `plancritic dead-letters` prints."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from plancritic.command_line.root import run_program
from plancritic.contracts.service import DeadLetter, DeadLetterList, DeadLetterShown
from plancritic.dead_letters import commands

LETTER = DeadLetter.model_validate(
    {
        "id": "3454e85553b85d41939b54bb8f440682",
        "subject": "plancritic.v1.default.event.feedback.submitted.mine",
        "session": "mine",
        "run": None,
        "fault": "invalid_message",
        "reason": "not a valid FeedbackSubmitted: " + "; ".join(f"field{n}: Field required" for n in range(20)),
        "deliveries": 1,
        "buried": "2026-01-01T00:00:00Z",
    }
)


def answered(monkeypatch: pytest.MonkeyPatch, answer: Any) -> None:
    class Bus:
        async def ask(self, *_: object, timeout: float) -> Any:  # noqa: ASYNC109 - as the bus has it
            return answer

    @asynccontextmanager
    async def publishing() -> AsyncIterator[Bus]:
        yield Bus()

    monkeypatch.setattr(commands, "publishing", publishing)


def test_each_letter_is_a_line_however_long_its_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    answered(monkeypatch, DeadLetterList(letters=(LETTER, LETTER), total=2))
    assert run_program(["dead-letters", "list"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 2 and max(map(len, (head, *rows))) <= 80
    assert all("3454e85553b8" in row and "event.feedback.submitted" in row and "invalid" in row for row in rows)


def test_a_whole_list_cuts_neither_ids_nor_reasons(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    answered(monkeypatch, DeadLetterList(letters=(LETTER,), total=2))
    assert run_program(["dead-letters", "list", "--whole"]) == 0
    row, older = capsys.readouterr().out.splitlines()
    assert all(part in row for part in (LETTER.id, LETTER.subject, "no run", "1 delivery", LETTER.reason)), row
    assert older == "1 older ones are not shown"


def test_show_has_the_whole_reason_and_leaves_out_what_there_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answered(monkeypatch, DeadLetterShown(letter=LETTER, body="{}"))
    assert run_program(["dead-letters", "show", "3454"]) == 0
    shown = capsys.readouterr().out
    assert LETTER.reason in shown and "None" not in shown
