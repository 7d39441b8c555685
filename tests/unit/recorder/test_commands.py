"""The commands `record` and `replay`: what they refuse, and how they end then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.builders import feedback_submitted
from tests.support.recorded_events import recorded, write_recording

from plancritic.command_line.root import run_program
from plancritic.contracts.subjects import FEEDBACK_SUBMITTED


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PLANCRITIC_NATS_URL", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("a.jsonl", "--from-seq", "1"),
        ("--from-seq", "1", "--from-time", "2h"),
        ("--from-time", "yesterday"),
        ("missing.jsonl",),
        ("missing.jsonl", "--pace", "fast"),
        ("--from-seq", "0"),
    ],
)
def test_replay_refuses_bad_input_with_exit_code_2(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program(["replay", *arguments]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_replay_against_a_broker_that_is_not_there_has_exit_code_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLANCRITIC_NATS_URL", "nats://user:secret@127.0.0.1:1")
    assert run_program(["replay", "--from-seq", "1", "--against", "current", "--json"]) == 3
    told = capsys.readouterr().out
    assert "no NATS broker at 'nats://127.0.0.1:1'" in json.loads(told)["fault"]["message"]
    assert "secret" not in told


def test_a_wrong_line_is_told_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_recording(tmp_path / "a.jsonl", [recorded(1, FEEDBACK_SUBMITTED, feedback_submitted("Go."))])
    file.write_bytes(file.read_bytes().replace(b'"statements"', b'"statement"'))
    assert run_program(["replay", "a.jsonl", "--json"]) == 2
    fault = json.loads(capsys.readouterr().out)["fault"]
    assert (fault["file"], fault["line"]) == ("a.jsonl", 2)
    assert "statements" in fault["message"]


def test_a_recording_of_which_nothing_can_be_replayed_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_recording(tmp_path / "a.jsonl", [recorded(1, FEEDBACK_SUBMITTED, feedback_submitted("Go."))])
    assert run_program(["replay", "a.jsonl"]) == 2
    assert "its end is not recorded" in capsys.readouterr().err


def test_without_a_broker_exit_code_3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANCRITIC_CONNECT_TIMEOUT", "0.2")
    for url in (None, "nats://127.0.0.1:1"):
        if url is not None:
            monkeypatch.setenv("PLANCRITIC_NATS_URL", url)
        assert run_program(["record", "export", "a.jsonl"]) == 3
        assert run_program(["replay", "--from-seq", "1"]) == 3
    assert list(tmp_path.iterdir()) == []
