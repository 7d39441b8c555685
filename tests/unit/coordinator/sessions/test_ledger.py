from typing import Any

from tests.support.builders import constraint, envelope, plan_revised, statement

from plancritic.contracts.feedback import StatementEvidence, StatementOutcome
from plancritic.contracts.ledger import SessionLedger
from plancritic.coordinator.sessions.ledger import with_turn

EMPTY = SessionLedger(session="session-1")
WHEN = "2026-01-01T00:00:00.000+00:00"


def outcome(text: str, verdict: Any = "adhered", id: str = "s1", **further: Any) -> StatementOutcome:
    fields: dict[str, Any] = {
        "said_back": "The scout never visits waypoint A.",
        "constraints": ("(always (not (at sct_ast_0 wpt_a_0)))",),
        "adherence": 0.5,
        "evidence": StatementEvidence(scorer=0.5, reading=0.7, together=0.85, settled="check"),
    }
    return StatementOutcome(statement=statement(text, id), verdict=verdict, **(fields | further))


def test_an_entry_tells_how_a_statement_was_read_what_it_weighs_and_what_came_of_it() -> None:
    preferred = constraint("(always (not (at sct_ast_0 wpt_a_0)))", "s1").model_copy(update={"strength": "should"})
    revised = plan_revised(outcome("No scout at A."), specification=(preferred,))
    (kept,) = with_turn(EMPTY, revised, WHEN).statements
    entry = kept.latest
    assert (kept.text, entry.turn, entry.statement) == ("No scout at A.", 1, "s1")
    assert (entry.reading, entry.score) == ("The scout never visits waypoint A.", 0.7)
    assert (entry.weight, entry.verdict) == ("should", "adhered")
    assert (entry.together, entry.settled) == (0.85, "check")


def test_the_same_words_in_a_later_turn_are_the_same_statement_with_a_longer_history() -> None:
    first = with_turn(EMPTY, plan_revised(outcome("No scout at A.", "violated")), WHEN)
    again = plan_revised(
        outcome("Finish with the scout at B.", id="s1"), outcome("no scout  at A", id="s2"), envelope=envelope()
    )
    both = with_turn(first, again, WHEN)
    assert [each.text for each in both.statements] == ["No scout at A.", "Finish with the scout at B."]
    assert [(entry.turn, entry.statement, entry.verdict) for entry in both.statements[0].history] == [
        (1, "s1", "violated"),
        (2, "s2", "adhered"),
    ]
    assert [entry.turn for entry in both.statements[1].history] == [2]
    assert [turn.run for turn in both.turns] == [first.turns[0].run, again.envelope.correlation_id]


def test_a_turn_is_noted_once() -> None:
    revised = plan_revised(outcome("No scout at A."))
    once = with_turn(EMPTY, revised, WHEN)
    assert with_turn(once, revised, "later") is once


def test_what_was_not_understood_stands_in_the_ledger_too_without_a_reading() -> None:
    lost = outcome("Mumble.", "not_understood", said_back="", constraints=(), adherence=None, evidence=None)
    entry = with_turn(EMPTY, plan_revised(lost), WHEN).statements[0].latest
    assert (entry.reading, entry.score, entry.weight, entry.verdict) == ("", None, "must", "not_understood")
