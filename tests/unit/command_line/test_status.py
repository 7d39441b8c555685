from __future__ import annotations

import asyncio
import json

import pytest
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Service
from plancritic.command_line import status
from plancritic.contracts import subjects
from plancritic.contracts.service import ReportRun, RunReport


async def found(settings: BusSettings, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    url = settings.nats_url.replace("nats://", "nats://me:secret@")
    settings = settings.model_copy(update={"nats_url": url})
    monkeypatch.setattr(status, "connected", lambda: Client.connect(settings))
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
