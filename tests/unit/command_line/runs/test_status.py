from __future__ import annotations

import asyncio
import json

import pytest
from tests.support.builders import plan_revised, statement, untraced
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Service
from plancritic.client import PlancriticClient, UnknownIdentifier
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.command_line.runs import status
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised, StatementOutcome
from plancritic.contracts.service import ReportRun, RunReport, RunState


async def found(settings: BusSettings, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    url = settings.nats_url.replace("nats://", "nats://me:secret@")
    settings = settings.model_copy(update={"nats_url": url})
    monkeypatch.setattr(status, "connected", lambda *_: PlancriticClient.connect(settings))
    return await status._status()


def coordinator(settings: BusSettings, seconds: float) -> Service:
    service = Service("coordinator", settings)

    @service.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        await asyncio.sleep(seconds)
        return RunReport(runs=())

    return service


async def test_a_coordinator_without_runs_has_no_runs(
    bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(coordinator(bus_settings, 0.0)):
        said = await found(bus_settings, monkeypatch)
    assert (said["runs"], said["runs_unknown"]) == ([], None)
    status._show_status(said)
    assert "unknown" not in capsys.readouterr().out


async def test_a_coordinator_that_does_not_answer_is_not_one_without_runs(
    bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(coordinator(bus_settings, 3.0)):
        said = await found(bus_settings, monkeypatch)
    assert said["runs"] is None
    assert "within 2 s" in str(said["runs_unknown"])
    status._show_status(said)
    assert "Latest runs: unknown" in capsys.readouterr().out


async def test_without_a_coordinator_that_is_said(bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    said = await found(bus_settings, monkeypatch)
    assert said["services"] == []
    assert "'coordinator'" in str(said["runs_unknown"])


async def test_what_is_shown_holds_no_password(bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    said = await found(bus_settings, monkeypatch)
    assert "secret" not in json.dumps(said)
    assert str(said["broker"]).startswith("nats://127.0.0.1:") or "@" not in str(said["broker"])


def run_at(state: str, envelope: Envelope) -> RunState:
    return RunState.model_validate(
        {
            "run": envelope.correlation_id,
            "session": envelope.session_id,
            "domain": "waterway",
            "state": state,
            "generation": 2,
            "started": "2026-01-01T00:00:00.000+00:00",
        }
    )


async def plan_of(settings: BusSettings, monkeypatch: pytest.MonkeyPatch, *known: RunState) -> PlanRevised:
    """The result of the first of these runs, all that a coordinator (a stand-in) knows; without one of `r1`."""
    service = Service("coordinator", settings)

    @service.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        return RunReport(runs=tuple(each for each in known if each.run == ask.run))

    monkeypatch.setattr(status, "connected", lambda *_: PlancriticClient.connect(settings))
    async with running(service):
        return await status._result_of(known[0].run if known else "r1")


async def test_the_plan_of_a_run_that_has_ended_comes_from_the_recording(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, other = Envelope.start(), Envelope.start()
    ended = plan_revised(envelope=start.caused("end"))
    await client.publish(plan_revised(envelope=other.caused("end")), subjects.PLAN_REVISED)
    await client.publish(ended, subjects.PLAN_REVISED)
    found = await plan_of(bus_settings, monkeypatch, run_at("ended", start))
    assert untraced(found) == untraced(ended)


async def test_a_run_that_ended_before_version_2_of_its_end_came_is_found(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Envelope.start()
    newest = plan_revised(envelope=start.caused("end"))
    await client.publish(newest.as_earlier_version(), subjects.PLAN_REVISED_V1)
    found = await plan_of(bus_settings, monkeypatch, run_at("ended", start))
    assert untraced(found) == untraced(newest)


async def test_of_an_end_that_is_published_in_both_versions_the_newest_is_shown(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Envelope.start()
    unsure = StatementOutcome(statement=statement("Go."), verdict="unconfirmed", adherence=0.5)
    newest = plan_revised(unsure, envelope=start.caused("end"))
    await client.publish(newest.as_earlier_version(), subjects.PLAN_REVISED_V1)
    looked_up = asyncio.create_task(plan_of(bus_settings, monkeypatch, run_at("ended", start)))
    await asyncio.sleep(0.5)
    newer = newest.envelope.model_copy(update={"message_id": "another"})
    await client.publish(newest.model_copy(update={"envelope": newer}), subjects.PLAN_REVISED)
    assert [each.verdict for each in (await looked_up).statements] == ["unconfirmed"]


async def test_a_run_without_a_plan_says_why(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Envelope.start()
    fault = Fault(code=FaultCode.UNKNOWN_PROBLEM, message="no such problem")
    await client.publish(FeedbackRefused(envelope=start.caused("end"), fault=fault), subjects.FEEDBACK_REFUSED)
    for known, words, code in (
        ((run_at("refused", start),), "no such problem", ExitCode.BAD_INPUT),
        ((run_at("running", start),), "has not ended: it is at generation 2", ExitCode.OTHER_VERDICT),
        ((run_at("waiting", start),), "has not ended: it is at generation 2", ExitCode.OTHER_VERDICT),
    ):
        with pytest.raises(CommandFault, match=words) as refused:
            await plan_of(bus_settings, monkeypatch, *known)
        assert refused.value.exit_code is code
    with pytest.raises(UnknownIdentifier, match="no run 'r1' is known"):
        await plan_of(bus_settings, monkeypatch)


def test_addresses_are_whole_on_a_narrow_terminal_and_stores_are_in_the_unit_of_their_limits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    copy = {
        "instance": "dead_letters-61c4afd3",
        "process_id": 1234567,
        "host": "machine",
        "ready": True,
        "in_flight": 0,
        "handled": 12345,
        "http": "http://127.0.0.1:36235",
        "queues": [],
    }
    stream = {"provisioned": True, "messages": 1, "bytes": 2**20, "limit_bytes": 512 * 2**20}
    status._show_status({"broker": "b", "services": [copy], "runs": [], "streams": {"plancritic-events": stream}})
    shown = capsys.readouterr().out
    assert "127.0.0.1:36235" in shown
    assert "1.0 MiB of 512 MiB (0%)" in shown
    assert max(map(len, shown.splitlines())) <= 80
