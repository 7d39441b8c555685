from __future__ import annotations

from typing import Any

import pytest

from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.command_line.runs import status
from plancritic.command_line.runs.identifiers import checked_id, found_id, short_ids
from plancritic.contracts.envelope import new_id

KNOWN = ("3f9a12cd" + "0" * 24, "3f9a12ce" + "0" * 24, "77" + "1" * 30, "operations", "operations-2")


@pytest.mark.parametrize(
    ("beginning", "whole"),
    [("77", KNOWN[2]), ("3f9a12cd", KNOWN[0]), ("operations", "operations"), (KNOWN[1], KNOWN[1])],
)
def test_a_beginning_that_one_id_has_finds_it_and_a_whole_id_comes_first(beginning: str, whole: str) -> None:
    assert found_id(beginning, KNOWN, "run") == whole


def test_an_ambiguous_beginning_names_the_candidates() -> None:
    with pytest.raises(CommandFault) as ended:
        found_id("3f9", KNOWN, "run")
    assert ended.value.exit_code == ExitCode.BAD_INPUT
    assert all(each in str(ended.value.fault.remedy) for each in KNOWN[:2])
    assert KNOWN[2] not in str(ended.value.fault.remedy)


def test_an_unknown_beginning_names_what_is_known() -> None:
    with pytest.raises(CommandFault) as ended:
        found_id("zzz", KNOWN, "run")
    assert ended.value.exit_code == ExitCode.BAD_INPUT
    assert KNOWN[0] in str(ended.value.fault.remedy)


@pytest.mark.parametrize("text", ["a b", "", "a.b", "*", ">", "x" * 65, "a\n", "ä"])
def test_what_cannot_be_an_id_is_bad_input(text: str) -> None:
    with pytest.raises(CommandFault) as ended:
        checked_id(text, "run")
    assert ended.value.exit_code == ExitCode.BAD_INPUT


def test_short_ids_are_beginnings_that_nothing_else_listed_shares() -> None:
    short = short_ids(KNOWN)
    assert short[KNOWN[2]] == KNOWN[2][:8]
    assert short["operations-2"] == "operations-2"
    for whole, beginning in short.items():
        assert found_id(beginning, KNOWN, "run") == whole


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_no_width_breaks_an_id_over_lines(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    runs = [(new_id(), new_id()) for _ in range(5)]
    rows: list[dict[str, Any]] = [
        {
            "run": run,
            "session": session,
            "domain": "waterway",
            "state": "running",
            "generation": 12,
            "best_adherence": 0.5,
            "started": "2026-11-22T14:49:00.000+00:00",
        }
        for run, session in runs
    ]
    service = {"process_id": 123456, "host": "a-machine", "ready": True, "in_flight": 0, "handled": 12}
    copies = [service | {"instance": f"coordinator-{run[:8]}", "http": "http://127.0.0.1:43210"} for run, _ in runs]
    found = {"broker": "nats://x", "services": copies, "runs": rows, "runs_unknown": None, "streams": {}}
    status._show_status(found)
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= width for line in lines)
    for run, session in runs:
        length = 32 if width == 200 else 8
        assert any(run[:length] in line and session[:length] in line for line in lines)
        assert any(f"coordinator-{run[:8]}" in line for line in lines)
