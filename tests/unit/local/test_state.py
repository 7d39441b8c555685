from __future__ import annotations

import os
from pathlib import Path

import pytest

from plancritic.local import RunningProcess, StackState, broker_url, read_state, remove_state, write_state


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "broker.json"


def state_of(owner: RunningProcess) -> StackState:
    return StackState(url="nats://127.0.0.1:4222", owner=owner)


def test_what_was_written_is_read(file: Path) -> None:
    state = state_of(RunningProcess.of("up", os.getpid()))
    write_state(state, file)
    assert read_state(file) == state


def test_the_state_of_a_program_that_is_gone_is_stale(file: Path) -> None:
    mine = RunningProcess.of("up", os.getpid())
    write_state(state_of(mine.model_copy(update={"started": mine.started - 100})), file)
    assert read_state(file) is None


@pytest.mark.parametrize("content", ["", "{", '{"url": "nats://x"}'])
def test_an_unreadable_state_is_no_state(file: Path, content: str) -> None:
    file.parent.mkdir()
    file.write_text(content)
    assert read_state(file) is None


def test_removing_twice_is_no_error(file: Path) -> None:
    write_state(state_of(RunningProcess.of("up", os.getpid())), file)
    remove_state(file)
    remove_state(file)
    assert read_state(file) is None


def test_the_environment_comes_before_the_state(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLANCRITIC_NATS_URL", raising=False)
    assert broker_url(file) is None
    write_state(state_of(RunningProcess.of("up", os.getpid())), file)
    assert broker_url(file) == "nats://127.0.0.1:4222"
    monkeypatch.setenv("PLANCRITIC_NATS_URL", "nats://elsewhere:4222")
    assert broker_url(file) == "nats://elsewhere:4222"
