"""The ledger of a session in its bucket, on a real broker."""

from __future__ import annotations

import asyncio

import pytest
import structlog
from tests.support.builders import envelope, feedback_submitted, plan_revised, statement
from tests.support.feedback_runs import number_of_ends
from tests.support.services import running

from plancritic.bus import BucketName, BusSettings, Client
from plancritic.bus.streams import bucket_name
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import FeedbackSubmitted, StatementOutcome
from plancritic.contracts.ledger import ReportLedger, SessionLedger
from plancritic.coordinator.app import build_app
from plancritic.coordinator.runs.records import Runs
from plancritic.coordinator.sessions.ledger import Ledgers
from plancritic.coordinator.settings import CoordinatorSettings

SAID = "No vessel may go through waypoint A."


async def end_turn(client: Client, submitted: FeedbackSubmitted, verdict: str = "adhered") -> None:
    """A run that begins and ends with its one statement's verdict."""
    runs = Runs(client)
    await runs.begin(submitted)
    outcome = StatementOutcome(statement=statement(SAID), verdict=verdict, adherence=0.5, said_back="Nobody at A.")
    revised = plan_revised(outcome, envelope=submitted.envelope.caused("end"))
    await runs.end(revised, subjects.PLAN_REVISED)


async def asked(client: Client, session: str) -> SessionLedger:
    return await client.ask(ReportLedger(envelope=Envelope.start(), session=session), subjects.REPORT_LEDGER)


@pytest.fixture
def submitted() -> FeedbackSubmitted:
    return feedback_submitted(SAID, envelope=Envelope.start())


async def test_a_client_reads_the_turns_of_a_session_from_the_coordinator(
    client: Client, bus_settings: BusSettings, submitted: FeedbackSubmitted
) -> None:
    session = submitted.envelope.session_id
    async with running(build_app(CoordinatorSettings(), bus_settings)):
        assert await asked(client, session) == SessionLedger(session=session)
        await end_turn(client, submitted, "violated")
        await end_turn(client, feedback_submitted(SAID, envelope=envelope(session)))
        found = await asked(client, session)
    (kept,) = found.statements
    assert [turn.domain for turn in found.turns] == ["waterway", "waterway"]
    assert [(entry.turn, entry.verdict) for entry in kept.history] == [(1, "violated"), (2, "adhered")]
    assert kept.latest.reading == "Nobody at A."


async def test_an_end_that_two_copies_decide_is_one_turn(client: Client, submitted: FeedbackSubmitted) -> None:
    await asyncio.gather(end_turn(client, submitted, "violated"), end_turn(client, submitted, "adhered"))
    found = await Ledgers(client).report(submitted.envelope.session_id)
    assert len(found.turns) == len(found.statements[0].history) == 1
    assert await number_of_ends(client, submitted.envelope) == 1


async def test_turns_that_end_at_once_are_all_kept(client: Client) -> None:
    session = Envelope.start().session_id
    turns = [feedback_submitted(SAID, envelope=Envelope.start(session_id=session)) for _ in range(5)]
    await asyncio.gather(*(end_turn(client, each) for each in turns))
    found = await Ledgers(client).report(session)
    assert {turn.run for turn in found.turns} == {each.envelope.correlation_id for each in turns}
    assert [entry.turn for entry in found.statements[0].history] == [1, 2, 3, 4, 5]


async def test_another_session_has_a_ledger_of_its_own(client: Client, submitted: FeedbackSubmitted) -> None:
    await end_turn(client, submitted)
    assert (await Ledgers(client).report(Envelope.start().session_id)).turns == ()


async def test_a_run_ends_although_its_turn_cannot_be_noted_and_that_is_said(
    client: Client, submitted: FeedbackSubmitted
) -> None:
    await client.jetstream.delete_stream(f"KV_{bucket_name(client.naming, BucketName.LEDGERS)}")
    with structlog.testing.capture_logs() as logged:
        await end_turn(client, submitted)
    assert await number_of_ends(client, submitted.envelope) == 1
    warned = [line["event"] for line in logged if line["log_level"] == "warning"]
    assert warned == ["turn not noted in its ledger", "plan not noted as shown"]
