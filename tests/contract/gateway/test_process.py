"""The gateway as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.gateways import program, received
from tests.support.program import program_environment

from plancritic.bus import BusSettings
from plancritic.gateway.access.tokens import read_tokens, token_hash

#: Each starts the program anew.
pytestmark = pytest.mark.slow

FEEDBACK = {"domain": "satellite", "statements": [{"text": "Never point the satellite at Star0."}]}


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: TID251 - the program itself, under a limit
        [sys.executable, "-m", "plancritic.gateway", *arguments],
        env={**program_environment(), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@contextmanager
def serving(**environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A gateway that serves on a free port, and where."""
    variables = {**program_environment(), "PLANCRITIC_GATEWAY_PORT": "0", "PLANCRITIC_LOG_FORMAT": "json"}
    process = subprocess.Popen(
        [sys.executable, "-m", "plancritic.gateway"], env=variables | environment, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    lines: list[str] = []
    try:
        for line in process.stderr:
            lines.append(line)
            if found := re.search(r'"url":"(http://[^"]+)"', line):
                break
        else:
            pytest.fail("".join(lines))
        # A pipe that nobody reads would stop it one day.
        reader = threading.Thread(target=lambda: lines.extend(process.stderr or ()))
        reader.start()
        yield process, found[1]
        reader.join(timeout=20)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def test_help_has_examples_and_a_wrong_setting_is_named() -> None:
    told = run("--help")
    assert told.returncode == 0
    assert "PLANCRITIC_GATEWAY_TOKENS=" in told.stdout and "add-token" in told.stdout
    wrong = run(PLANCRITIC_GATEWAY_PORT="many")
    assert wrong.returncode == 2 and "'port'" in wrong.stderr and "Traceback" not in wrong.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "gateway.example.org"])
def test_without_tokens_it_serves_this_machine_alone(host: str) -> None:
    refused = run(PLANCRITIC_GATEWAY_HOST=host)
    assert refused.returncode == 2
    assert "without tokens" in refused.stderr and "Traceback" not in refused.stderr


def test_a_file_of_tokens_that_others_may_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tokens.yaml"
    file.write_text("tokens: []\n", encoding="utf-8")
    file.chmod(0o644)
    refused = run(PLANCRITIC_GATEWAY_TOKENS=str(file))
    assert refused.returncode == 2 and f"chmod 600 {file}" in refused.stderr
    assert run(PLANCRITIC_GATEWAY_TOKENS=str(tmp_path / "none.yaml")).returncode == 2


def test_an_address_in_use_is_told(bus_settings: BusSettings) -> None:
    with serving(PLANCRITIC_NATS_URL=bus_settings.nats_url) as (process, url):
        refused = run(PLANCRITIC_GATEWAY_PORT=url.rsplit(":", 1)[1])
        assert refused.returncode == 2 and "cannot listen" in refused.stderr
        process.terminate()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it_and_its_event_streams_cleanly(bus_settings: BusSettings, how: signal.Signals) -> None:
    environment = {"PLANCRITIC_NATS_URL": bus_settings.nats_url, "PLANCRITIC_NAMESPACE": bus_settings.namespace}
    with serving(**environment) as (process, url):
        async with program(url) as client:
            accepted = await client.post("/v1/feedback", json=FEEDBACK)
            assert accepted.status_code == 202, accepted.text
            stream = received(client, accepted.json()["run"])
            assert (await anext(stream)).name == "feedback.submitted"
            os.kill(process.pid, how)
            assert [each async for each in stream] == []
        assert process.wait(timeout=20) == 0


def test_a_token_is_made_by_a_command_and_printed_once(tmp_path: Path) -> None:
    file = tmp_path / "tokens.yaml"
    command = [sys.executable, "-c", "from plancritic.gateway.commands import gateway; gateway()"]
    made = subprocess.run(  # noqa: TID251 - the program itself, under a limit
        [*command, "add-token", "--tenant", "acme", "--name", "scheduler", "--file", str(file)],
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    token = made.stdout.rsplit(": ", 1)[1].strip()
    (known,) = read_tokens(file).tokens
    assert (known.name, known.tenant, known.sha256) == ("scheduler", "acme", token_hash(token))
    assert token not in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o777 == 0o600
