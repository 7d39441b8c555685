from __future__ import annotations

import json
from typing import Any

import pytest

from plancritic.client import InvalidIdentifier
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.command_line.runs import ledger
from plancritic.contracts.ledger import LedgerEntry, LedgerStatement, LedgerTurn, SessionLedger

FOUND = SessionLedger(
    session="day-1",
    turns=(LedgerTurn(run="r1", domain="waterway", problem="1", ended="2026-01-01T00:00:00.000+00:00"),),
    statements=(
        LedgerStatement(
            text="Keep [red] A clear.",
            history=(
                LedgerEntry(
                    turn=1,
                    run="r1",
                    statement="s1",
                    reading="No vessel ever visits waypoint A.",
                    score=0.7,
                    verdict="adhered",
                    together=0.85,
                    settled="check",
                ),
            ),
        ),
    ),
)


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a coordinator (a stand-in, which the contract tests use for real) answers."""
    answers: dict[str, Any] = {"ledger": FOUND}

    async def ask(session: str) -> tuple[SessionLedger, tuple[str, ...]]:
        found: SessionLedger = answers["ledger"]
        assert found.session == session
        return found, () if found.turns else ("day-1", "day-2")

    monkeypatch.setattr(ledger, "_ask", ask)
    return answers


def test_each_statement_is_shown_with_its_reading_weight_verdict_and_history(
    answered: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    ledger.ledger("day-1")
    shown = capsys.readouterr().out
    for expected in (
        "session day-1: 1 turn on waterway 1",
        "Keep [red] A clear.",
        "No vessel ever visits waypoint A. (0.70)",
        "must",
        "adhered by the check alone",
        "turn 1:",
        "evidence 0.85",
    ):
        assert expected in shown


def test_as_json_it_is_the_ledger_itself(answered: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    ledger.ledger("day-1", as_json=True)
    assert SessionLedger.model_validate(json.loads(capsys.readouterr().out)) == FOUND


def test_a_session_that_is_not_known_is_bad_input_with_a_remedy(answered: dict[str, Any]) -> None:
    answered["ledger"] = SessionLedger(session="unheard-of")
    with pytest.raises(CommandFault, match="no turn") as refused:
        ledger.ledger("unheard-of")
    assert refused.value.exit_code == ExitCode.BAD_INPUT
    assert "day-1, day-2" in str(refused.value.fault.remedy)


def test_a_session_that_cannot_be_one_is_bad_input(answered: dict[str, Any]) -> None:
    with pytest.raises(InvalidIdentifier, match="cannot be the id") as refused:
        ledger.ledger("no session")
    assert ExitCode.of(refused.value.fault) is ExitCode.BAD_INPUT


def test_a_statement_carried_over_keeps_its_reading_and_shows_what_the_newest_plan_makes_of_it(
    answered: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    (said,) = FOUND.statements
    later = LedgerEntry(turn=2, run="r2", statement="s1", verdict="violated", carried=True)
    kept = said.model_copy(update={"history": (*said.history, later)})
    answered["ledger"] = FOUND.model_copy(update={"statements": (kept,)})
    ledger.ledger("day-1")
    shown = capsys.readouterr().out
    assert "No vessel ever visits waypoint A. (0.70)" in shown
    assert "violated, carried over" in shown
    assert "turn 1: adhered by the check alone, evidence 0.85" in shown
