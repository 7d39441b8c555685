"""Statements of earlier turns of a session are checked on the newest plan, with every service on a real broker."""

from __future__ import annotations

import structlog
from tests.support.feedback_runs import end_of, submit

from plancritic.bus import BucketName, Client
from plancritic.bus.streams import bucket_name
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import PlanRevised
from plancritic.contracts.ledger import ReportLedger, SessionLedger

DEPOT, MILL = "I want van 1 to end up at the depot.", "I want van 1 to end up at the mill."


async def turn(client: Client, session: str, *statements: str) -> PlanRevised:
    envelope = await submit(client, *statements, domain="haulage", session=session, settings={"seed": 1})
    end = await end_of(client, envelope, limit=60)
    assert isinstance(end, PlanRevised)
    return end


async def test_a_later_turn_says_of_earlier_statements_whether_its_plan_meets_them(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", DEPOT, "Mumble the jumble.")
    assert first.carried == ()
    second = await turn(haulage, "deliveries", MILL)
    (carried,) = second.carried
    assert (carried.text, carried.turn, carried.check) == (DEPOT, 1, "violated")
    assert carried.constraints == first.statements[0].constraints
    assert carried.explanation
    third = await turn(haulage, "deliveries", DEPOT)
    assert [(each.text, each.check) for each in third.carried] == [(MILL, "violated")]
    ask = ReportLedger(envelope=Envelope.start(), session="deliveries")
    ledger: SessionLedger = await haulage.ask(ask, subjects.REPORT_LEDGER)
    history = {
        each.text: [(entry.turn, entry.verdict, entry.carried) for entry in each.history] for each in ledger.statements
    }
    # Without a scorer model no reading is clear; what is carried is the check's word.
    assert history[DEPOT] == [(1, "unconfirmed", False), (2, "violated", True), (3, "unconfirmed", False)]
    assert history[MILL] == [(2, "unconfirmed", False), (3, "violated", True)]
    assert history["Mumble the jumble."] == [(1, "not_understood", False)]


async def test_another_session_carries_nothing_over(haulage: Client) -> None:
    await turn(haulage, "deliveries", DEPOT)
    assert (await turn(haulage, "others", MILL)).carried == ()


async def test_a_run_ends_although_its_ledger_cannot_be_read_and_that_is_said(haulage: Client) -> None:
    await haulage.jetstream.delete_stream(f"KV_{bucket_name(haulage.naming, BucketName.LEDGERS)}")
    with structlog.testing.capture_logs() as logged:
        assert (await turn(haulage, "deliveries", DEPOT)).carried == ()
    assert "earlier statements not checked" in [line["event"] for line in logged if line["log_level"] == "warning"]
