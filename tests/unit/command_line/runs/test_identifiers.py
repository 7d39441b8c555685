from __future__ import annotations

from typing import Any

import pytest

from plancritic.client import find_identifier
from plancritic.command_line.runs.identifiers import short_ids
from plancritic.command_line.status_text import show_status
from plancritic.contracts.envelope import new_id

KNOWN = ("3f9a12cd" + "0" * 24, "3f9a12ce" + "0" * 24, "77" + "1" * 30, "operations", "operations-2")


def test_short_ids_are_beginnings_that_nothing_else_listed_shares() -> None:
    short = short_ids(KNOWN)
    assert short[KNOWN[2]] == KNOWN[2][:8]
    assert short["operations-2"] == "operations-2"
    for whole, beginning in short.items():
        assert find_identifier(beginning, KNOWN, "run") == whole


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_no_width_breaks_an_id_over_lines(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    runs = [(new_id(), new_id()) for _ in range(5)]
    rows: list[dict[str, Any]] = [
        {
            "run": run,
            "kind": "feedback",
            "session": session,
            "domain": "waterway",
            "state": "running",
            "generation": 12,
            "best_adherence": 0.5,
            "started": "2026-11-22T14:49:00.000+00:00",
        }
        for run, session in runs
    ]
    service = {"process_id": 123456, "host": "a-machine", "ready": True, "in_flight": 0, "handled": 12, "queues": []}
    copies = [service | {"instance": f"coordinator-{run[:8]}", "http": "http://127.0.0.1:43210"} for run, _ in runs]
    found = {"broker": "nats://x", "services": copies, "runs": rows, "runs_unknown": None, "streams": {}}
    show_status(found, everything=True)
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= width for line in lines)
    for run, session in runs:
        length = 32 if width == 200 else 8
        assert any(run[:length] in line and session[:length] in line for line in lines)
        assert any(f"coordinator-{run[:8]}" in line for line in lines)
