from __future__ import annotations

import os
import stat
from pathlib import Path

import psutil
import pytest

from plancritic.bus import BrokerUnavailable, BusSettings, Client
from plancritic.bus.credentials import CredentialFiles, user_settings
from plancritic.contracts.subjects import DESCRIBE_SERVICE
from plancritic.local import LocalStack, ServiceFailed

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

ONLY_PLANNER = {service: int(service == "planner") for service in DESCRIBE_SERVICE.consumers}


def stack(folder: Path, **changes: object) -> LocalStack:
    empty = folder / "domains"
    empty.mkdir(exist_ok=True)
    return LocalStack(**{"copies": ONLY_PLANNER, "domains": empty, **changes})  # type: ignore[arg-type]


def children() -> set[psutil.Process]:
    """Processes of ours that run; the session's broker is one of them."""
    return {one for one in psutil.Process(os.getpid()).children(recursive=True) if one.status() != "zombie"}


async def test_a_stack_with_only_a_planner_is_ready_and_leaves_nothing_behind(tmp_path: Path) -> None:
    before = children()
    async with stack(tmp_path) as running:
        (description,) = running.descriptions
        assert (description.service, description.ready) == ("planner", True)
        assert {description.process_id, running.broker.process_id} <= {one.pid for one in children() - before}
        assert (running.logs / "planner-1.log").is_file()
        async with Client.connect(running.settings) as client:
            assert await client.ping()
        logs = running.logs
    assert children() <= before
    assert not logs.exists()


async def test_nothing_is_left_behind_when_the_body_raises(tmp_path: Path) -> None:
    before = children()
    with pytest.raises(ZeroDivisionError):
        async with stack(tmp_path):
            raise ZeroDivisionError
    assert children() <= before


async def test_nothing_is_left_behind_when_a_service_does_not_start(tmp_path: Path) -> None:
    before = children()
    with pytest.raises(ServiceFailed):
        async with stack(tmp_path, copies={**ONLY_PLANNER, "no_such_service": 1}):
            pass
    assert children() <= before


async def test_a_stack_has_its_own_broker_whatever_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANCRITIC_NATS_URL", "nats://nowhere.invalid:1")
    monkeypatch.setenv("PLANCRITIC_NATS_USER", "somebody")
    monkeypatch.setenv("PLANCRITIC_NATS_PASSWORD", "secret")
    async with stack(tmp_path) as running:
        assert running.settings.servers == (running.url,)
        assert running.settings.nats_user is None
        assert BusSettings().nats_user == "somebody"


@pytest.mark.slow
async def test_a_stack_with_credentials_has_users_and_each_service_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "credentials"
    async with stack(tmp_path, credentials=folder) as running:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert running.settings.nats_nkey_seed_file == CredentialFiles(folder).seed("default", "client")
        async with Client.connect(running.settings) as client:
            assert await client.ping()
        (planner,) = running.processes.of("planner")
        environment = psutil.Process(planner.process.pid).environ()
        assert environment["PLANCRITIC_NATS_NKEY_SEED_FILE"] == str(CredentialFiles(folder).seed("default", "planner"))
        assert environment["PLANCRITIC_NATS_INBOX_PREFIX"] == "_INBOX_planner"
        with pytest.raises(BrokerUnavailable):
            async with Client.connect(BusSettings(nats_url=running.url, connect_timeout=1)):
                pass


async def test_a_service_sees_no_secret_of_the_program_that_starts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("PLANCRITIC_NATS_PASSWORD", "secret")
    async with stack(tmp_path) as running:
        (planner,) = running.processes.of("planner")
        assert "secret" not in str(psutil.Process(planner.process.pid).environ())


@pytest.mark.slow
async def test_what_a_broker_without_users_kept_is_there_with_users(tmp_path: Path) -> None:
    store = tmp_path / "store"
    async with stack(tmp_path, store=store) as before, Client.connect(before.settings) as client:
        await (await client.kv("runs")).put("run", b"kept")
    for _ in range(2):
        async with stack(tmp_path, store=store, credentials=tmp_path / "credentials") as after:
            assert after.credentials is not None
            operator = user_settings(after.settings, after.credentials, "operator")
            async with Client.connect(operator) as client:
                entry = await (await client.kv("runs")).get("run")
        assert entry is not None and entry.value == b"kept"
