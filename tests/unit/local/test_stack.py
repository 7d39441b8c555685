from __future__ import annotations

import os
from pathlib import Path

import psutil
import pytest

from plancritic.bus import BusSettings, Client
from plancritic.contracts.subjects import DESCRIBE_SERVICE
from plancritic.local import LocalStack, ServiceFailed

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
