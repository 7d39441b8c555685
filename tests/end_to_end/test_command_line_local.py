"""`up`, `down`, `status`, `submit`, `watch` as programs of their own, in an empty folder."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from tests.support.program import PROGRAM, program_environment


@pytest.fixture
def environment() -> dict[str, str]:
    return program_environment()


def plancritic(
    folder: Path, environment: dict[str, str], *arguments: str, limit: float = 60
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: TID251 - a program that ends by itself, under a limit
        [PROGRAM, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=limit, check=False
    )


@pytest.mark.parametrize(
    "arguments", [("status",), ("watch",), ("submit", "--domain", "waterway", "Go."), ("provision",)]
)
def test_without_a_broker_commands_say_how_to_start_one(
    tmp_path: Path, environment: dict[str, str], arguments: tuple[str, ...]
) -> None:
    ended = plancritic(tmp_path, environment, *arguments)
    assert ended.returncode == 3
    assert "make up" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_broker_that_does_not_answer_is_named(tmp_path: Path, environment: dict[str, str]) -> None:
    environment["PLANCRITIC_NATS_URL"] = "nats://127.0.0.1:9"
    ended = plancritic(tmp_path, environment, "status", "--json")
    assert ended.returncode == 3
    fault = json.loads(ended.stdout)["fault"]
    assert fault["code"] == "service_unavailable"
    assert "127.0.0.1:9" in fault["message"]


@pytest.fixture
def running(tmp_path: Path, environment: dict[str, str]) -> Iterator[Path]:
    """A folder in which broker, planner and coordinator run, the other services being left out."""
    log = tmp_path / "up.log"
    left_out = [
        part
        for name in ("translators", "validators", "scorers", "schema-libraries", "refiners")
        for part in (f"--{name}", "0")
    ]
    with log.open("w") as written:
        process = subprocess.Popen(
            [PROGRAM, "up", "--planners", "1", *left_out],
            cwd=tmp_path,
            env=environment,
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    try:
        deadline = time.monotonic() + 60
        while not (tmp_path / ".plancritic/broker.json").exists():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield tmp_path
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


@pytest.mark.slow
def test_up_tells_other_terminals_what_runs_and_down_leaves_nothing_behind(
    running: Path, environment: dict[str, str]
) -> None:
    state = json.loads((running / ".plancritic/broker.json").read_text())
    processes = [one["process_id"] for one in state["processes"]]
    assert {one["name"] for one in state["processes"]} == {
        "nats-server",
        "planner-1",
        "coordinator-1",
        "dead_letters-1",
    }

    status = plancritic(running, environment, "status", "--json")
    assert status.returncode == 0
    found = json.loads(status.stdout)
    assert {one["service"] for one in found["services"]} == {"planner", "coordinator", "dead_letters"}
    assert all(stream["provisioned"] for stream in found["streams"].values())
    assert plancritic(running, environment, "status", "--url").stdout.strip() == state["url"]

    submitted = plancritic(running, environment, "submit", "--domain", "waterway", "Go.")
    assert submitted.returncode == 3
    assert "translator, validator, scorer" in submitted.stderr

    second = plancritic(running, environment, "up")
    assert second.returncode == 2
    assert state["url"] in second.stderr

    assert plancritic(running, environment, "provision").stdout.count("kept") > 5
    assert "published waterway" in plancritic(running, environment, "domain", "publish", "waterway").stdout
    assert plancritic(running, environment, "domain", "publish", "nowhere").returncode == 2

    down = plancritic(running, environment, "down")
    assert down.returncode == 0
    assert not any(psutil.pid_exists(process) for process in processes)
    assert not (running / ".plancritic/broker.json").exists()
    assert "nothing runs here" in plancritic(running, environment, "down").stdout


@pytest.mark.slow
def test_up_starts_a_broker_that_died_again_and_commands_find_it(running: Path, environment: dict[str, str]) -> None:
    def broker() -> tuple[str, int]:
        while True:
            state = json.loads((running / ".plancritic/broker.json").read_text())
            for one in state["processes"]:
                if one["name"] == "nats-server":
                    return state["url"], one["process_id"]
            time.sleep(0.05)

    url, process = broker()
    os.kill(process, signal.SIGKILL)
    deadline = time.monotonic() + 30
    while broker()[1] == process:
        assert time.monotonic() < deadline, (running / "up.log").read_text()
        time.sleep(0.1)
    assert broker()[0] == url
    while plancritic(running, environment, "status").returncode != 0:
        assert time.monotonic() < deadline, "the services come back"
    assert "the nats-server ended; it is restarted" in (running / "up.log").read_text()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_up_starts_a_coordinator_that_dies_young_again_and_says_what_is_down(
    running: Path, environment: dict[str, str]
) -> None:
    def coordinator() -> int | None:
        state = json.loads((running / ".plancritic/broker.json").read_text())
        return next((one["process_id"] for one in state["processes"] if one["name"] == "coordinator-1"), None)

    deadline = time.monotonic() + 120
    killed: set[int] = set()
    # The pauses double: after the fifth death it is long enough for the commands below, on a busy machine too.
    while len(killed) < 5:
        process = coordinator()
        if process is not None and process not in killed:
            killed.add(process)
            os.kill(process, signal.SIGKILL)
        assert time.monotonic() < deadline, (running / "up.log").read_text()
        time.sleep(0.1)
    down = plancritic(running, environment, "status")
    assert "coordinator-1 is down and is being restarted (signal 9" in down.stdout
    environment |= {"PLANCRITIC_SERVICE_TIMEOUT": "1"}
    submitted = plancritic(running, environment, "submit", "--domain", "waterway", "Go.")
    assert submitted.returncode == 3
    assert "coordinator-1 is down and is being restarted" in submitted.stderr
    assert "make up" not in submitted.stderr
    deadline = time.monotonic() + 120
    while "coordinator" not in {
        one["service"] for one in json.loads(plancritic(running, environment, "status", "--json").stdout)["services"]
    }:
        assert time.monotonic() < deadline, (running / "up.log").read_text()
