from __future__ import annotations

import asyncio
import json

import pytest
from tests.support.builders import plan_revised, statement, untraced
from tests.support.polling import until
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Service
from plancritic.bus.streams import stream_name
from plancritic.client import PlancriticClient, UnknownIdentifier
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.command_line.runs import status
from plancritic.command_line.status_text import show_status
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised, StatementOutcome
from plancritic.contracts.service import ReportRun, RunReport, RunState
from plancritic.contracts.subjects import Kind


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
    show_status(said)
    assert "unknown" not in capsys.readouterr().out


async def test_a_coordinator_that_does_not_answer_is_not_one_without_runs(
    bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(coordinator(bus_settings, 3.0)):
        said = await found(bus_settings, monkeypatch)
    assert said["runs"] is None
    assert "within 2 s" in str(said["runs_unknown"])
    show_status(said)
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


async def first_was_told(client: Client) -> bool:
    """Whether somebody who looks an end up has got an event."""
    consumers = await client.jetstream.consumers_info(stream_name(client.naming, Kind.EVENT))
    looking = [each.delivered for each in consumers if each.name.startswith("watch-")]
    return any(told is not None and told.consumer_seq > 0 for told in looking)


async def test_of_an_end_that_is_published_in_both_versions_the_newest_is_shown(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Envelope.start()
    unsure = StatementOutcome(statement=statement("Go."), verdict="unconfirmed", adherence=0.5)
    newest = plan_revised(unsure, envelope=start.caused("end"))
    await client.publish(newest.as_earlier_version(), subjects.PLAN_REVISED_V1)
    looked_up = asyncio.create_task(plan_of(bus_settings, monkeypatch, run_at("ended", start)))
    await until(lambda: first_was_told(client))
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
    show_status(
        {"broker": "b", "services": [copy], "runs": [], "streams": {"plancritic-events": stream}}, everything=True
    )
    shown = capsys.readouterr().out
    assert "127.0.0.1:36235" in shown
    assert "1.0 MiB of 512 MiB (0%)" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_usual_state_fits_on_one_screen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = ("coordinator", "dead_letters", "planner", "refiner", "schema_library", "scorer", "translator", "validator")
    queues = [
        {"subject": f"plancritic.v1.default.job.{name}.do", "waiting": 0, "under_way": 0, "redelivered": 0}
        for name in names
    ]
    copy = {
        "process_id": 1,
        "host": "machine",
        "ready": True,
        "in_flight": 0,
        "handled": 1,
        "http": "",
        "queues": queues,
    }
    copies = [copy | {"service": name, "instance": f"{name}-{number}"} for name in names for number in range(3)]
    state = {
        "kind": "feedback",
        "domain": "waterway",
        "state": "ended",
        "generation": 3,
        "best_adherence": 1.0,
        "started": "",
        "statement": "Finish with the debris boat at waypoint B. " * 5,
        "verdict": "adhered",
    }
    runs = [state | {"run": f"{number:032x}", "session": f"{number + 90:032x}"} for number in range(20)]
    stream = {"provisioned": True, "messages": 1, "bytes": 2**20, "limit_bytes": 512 * 2**20}
    found = {"broker": "b", "services": copies, "runs": runs, "streams": dict.fromkeys(map(str, range(9)), stream)}
    show_status(found)
    shown = capsys.readouterr().out.splitlines()
    assert 20 < len(shown) <= 40
    assert max(map(len, shown)) <= 80
    assert "status --all" in shown[-1]
    assert any("planner" in line and "3 of 3" in line for line in shown)
    assert "Verdicts of the last 20 runs: 20 adhered; best adherence 1.00 on average" in shown


def test_what_waits_is_missing_or_is_nearly_full_is_told_on_the_first_screen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    queue = {"subject": "a.job", "waiting": 5, "under_way": 1, "redelivered": 0}
    copy = {
        "service": "planner",
        "instance": "planner-1",
        "ready": False,
        "in_flight": 1,
        "handled": 1,
        "http": "",
        "queues": [queue],
    }
    streams = {
        "full": {"provisioned": True, "messages": 1, "bytes": 95, "limit_bytes": 100},
        "roomy": {"provisioned": True, "messages": 1, "bytes": 5, "limit_bytes": 100},
        "gone": {"provisioned": False},
    }
    trouble = "coordinator-1 is down and is being restarted (signal 9)"
    show_status(
        {
            "broker": "b",
            "services": [copy],
            "runs": [],
            "streams": streams,
            "troubles": [trouble],
            "missing": ["coordinator"],
        }
    )
    shown = capsys.readouterr().out
    assert trouble in shown and "No ready copy answers of: coordinator" in shown
    assert "0 of 1" in shown and "a.job" in shown
    assert "full" in shown and "gone" in shown and "roomy" not in shown
