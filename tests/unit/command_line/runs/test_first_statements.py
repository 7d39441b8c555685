from __future__ import annotations

import pytest
from tests.support.builders import feedback_submitted, plan_revised, statement

from plancritic.bus import BusSettings, Client
from plancritic.client import PlancriticClient
from plancritic.command_line.runs.first_statements import FirstStatement, first_statements
from plancritic.command_line.status_text import show_status
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import StatementOutcome
from plancritic.contracts.service import RunState


def state(envelope: Envelope, word: str) -> RunState:
    return RunState.model_validate(
        {
            "run": envelope.correlation_id,
            "session": envelope.session_id,
            "domain": "waterway",
            "state": word,
            "generation": 3,
            "started": "2026-01-01T00:00:00.000+00:00",
        }
    )


async def test_the_first_statement_and_its_verdict_come_from_the_recording(
    client: Client, bus_settings: BusSettings
) -> None:
    ended, running, lost = Envelope.start(), Envelope.start(), Envelope.start()
    await client.publish(feedback_submitted("Avoid A.", "Visit B.", envelope=ended), subjects.FEEDBACK_SUBMITTED)
    await client.publish(feedback_submitted("Visit B.", envelope=running), subjects.FEEDBACK_SUBMITTED)
    outcomes = [
        StatementOutcome(statement=statement(text, id), verdict=verdict, adherence=None)  # type: ignore[arg-type]
        for id, text, verdict in (("s1", "Avoid A.", "violated"), ("s2", "Visit B.", "adhered"))
    ]
    await client.publish(plan_revised(*outcomes, envelope=ended.caused("end")), subjects.PLAN_REVISED)
    states = [state(ended, "ended"), state(running, "running"), state(lost, "running")]
    async with PlancriticClient.connect(bus_settings) as connected:
        found = await first_statements(connected, states)
    assert found == {
        ended.correlation_id: FirstStatement("Avoid A.", 1, "violated"),
        running.correlation_id: FirstStatement("Visit B.", 0, None),
    }


@pytest.mark.parametrize("width", [80, 160, 210])
def test_a_run_is_one_line_with_what_was_said_first(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    envelope = Envelope.start()
    row = state(envelope, "ended").model_dump(mode="json")
    row |= {"statement": f"Avoid A. {'Really. ' * 40}", "more_statements": 2, "verdict": "not_understood"}
    under_way = state(Envelope.start(), "running").model_dump(mode="json")
    show_status({"broker": "b", "services": [], "runs": [row, under_way], "runs_unknown": None, "streams": {}})
    lines = capsys.readouterr().out.splitlines()
    (line,) = [line for line in lines if envelope.correlation_id[:8] in line]
    assert "not understood" in line
    assert "(+2) Avoid A." in line
    assert any("running (3)" in line for line in lines)
