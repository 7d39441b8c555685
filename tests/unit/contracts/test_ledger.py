"""What a later turn of a session says of the earlier ones."""

from __future__ import annotations

from plancritic.contracts.ledger import LedgerEntry, LedgerStatement, LedgerTurn, SessionLedger, notice_of_earlier_turns


def ledger(*texts: str, problem: str = "1", run: str = "first") -> SessionLedger:
    entries = [
        LedgerStatement(
            text=text,
            history=(LedgerEntry(turn=1, run=run, statement="s1", constraints=("(a)",), verdict="adhered"),),
        )
        for text in texts
    ]
    turn = LedgerTurn(run=run, domain="waterway", problem=problem, ended="now")
    return SessionLedger(session="talk", turns=(turn,), statements=tuple(entries))


def notice(found: SessionLedger, *texts: str, run: str | None = None) -> str:
    return notice_of_earlier_turns(found, "waterway", "1", texts, run)


def test_the_first_turn_of_a_session_has_none() -> None:
    assert notice(SessionLedger(session="talk"), "Go.") == ""
    assert notice(ledger("Stay."), "Go.", run="first") == "", "a turn is not earlier than itself"


def test_it_counts_what_is_not_said_again_about_this_problem() -> None:
    assert "1 earlier statement is not in force, only checked" in notice(ledger("Stay.", "Go."), "go")
    assert "2 earlier statements are not in force, only checked" in notice(ledger("Stay.", "Wait."), "Go.")
    assert "Nothing else" in notice(ledger("Stay.", problem="2"), "Go.")


def test_it_names_turn_and_session_and_what_to_do() -> None:
    shown = notice(ledger("Stay."), "Go.")
    assert shown.startswith("This is turn 2 of session talk.")
    assert "say it again" in shown
