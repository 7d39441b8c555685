"""As whom commands sign in on the broker that `plancritic up` started."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plancritic.bus.credentials import issue
from plancritic.command_line.broker_client import broker_settings
from plancritic.local import RunningProcess, StackState, write_state

URL = "nats://127.0.0.1:40000"


@pytest.fixture(autouse=True)
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.startswith("PLANCRITIC_NATS")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    files = issue(tmp_path / "credentials", ["default"]).files
    write_state(StackState(url=URL, credentials=files.folder, owner=RunningProcess.of("up", os.getpid())))
    return files.folder


def test_a_command_signs_in_as_the_client_and_what_makes_streams_as_the_operator(running: Path) -> None:
    client, operator = broker_settings(), broker_settings("operator")
    assert (client.nats_url, client.nats_inbox_prefix) == (URL, "_INBOX_client")
    assert client.nats_nkey_seed_file == running / "tenants/default/client/client.nkey"
    assert operator.nats_nkey_seed_file == running / "tenants/default/operator/operator.nkey"


def test_the_url_of_this_broker_alone_is_enough_here(running: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANCRITIC_NATS_URL", URL)
    assert broker_settings().nats_nkey_seed_file == running / "tenants/default/client/client.nkey"


@pytest.mark.parametrize(
    "named",
    [
        {"PLANCRITIC_NATS_URL": "nats://elsewhere:4222"},
        {"PLANCRITIC_NATS_URL": URL, "PLANCRITIC_NATS_USER": "somebody"},
    ],
)
def test_another_broker_and_another_user_get_no_seed_of_ours(
    named: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    assert broker_settings("operator").nats_nkey_seed_file is None
