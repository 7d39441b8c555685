from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
import sys
from pathlib import Path

import psutil
import pytest
from tests.support.builders import feedback_submitted

from plancritic.bus import BusSettings, Client, provision
from plancritic.contracts import subjects
from plancritic.local import Broker, BrokerFailed, BrokerMissing, find_server


def test_the_server_named_in_the_environment_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "my-nats"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("NATS_SERVER_BIN", str(program))
    assert find_server() == program


def test_a_wrong_name_in_the_environment_is_told_and_nothing_else_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NATS_SERVER_BIN", "/nowhere/nats-server")
    with pytest.raises(BrokerMissing, match="/nowhere/nats-server"):
        find_server()


def test_the_server_on_the_path_comes_before_the_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "nats-server"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.delenv("NATS_SERVER_BIN", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_server() == program


def test_without_any_server_the_error_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NATS_SERVER_BIN", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(BrokerMissing) as missing:
        find_server()
    assert "make setup" in missing.value.remedy
    assert "apt install nats-server" in missing.value.remedy


async def test_what_was_stored_is_there_after_a_restart(tmp_path: Path) -> None:
    async with Broker(store=tmp_path / "store") as broker:
        settings = BusSettings(nats_url=broker.url)
        await provision(settings)
        async with Client.connect(settings) as client:
            await client.publish(feedback_submitted(), subjects.FEEDBACK_SUBMITTED)
    async with Broker(store=tmp_path / "store") as broker, Client.connect(BusSettings(nats_url=broker.url)) as client:
        assert (await client.jetstream.stream_info("plancritic-events")).state.messages == 1


async def test_a_stopped_broker_leaves_no_process_and_no_temporary_folder() -> None:
    broker = Broker()
    await broker.start()
    process = psutil.Process(broker.process_id)
    (folder,) = [argument for argument in process.cmdline() if argument.startswith("/") and argument.endswith("store")]
    assert Path(folder).is_dir()  # noqa: ASYNC240
    await broker.stop()
    await broker.stop()
    assert not process.is_running()
    assert not Path(folder).parent.exists()


async def test_it_listens_on_this_machine_only() -> None:
    async with Broker() as broker:
        connections = psutil.Process(broker.process_id).net_connections()
    assert {one.laddr.ip for one in connections if one.status == psutil.CONN_LISTEN} == {"127.0.0.1"}


async def test_a_server_that_cannot_start_is_told_with_its_log(tmp_path: Path) -> None:
    configuration = tmp_path / "wrong.conf"
    configuration.write_text("nonsense: {\n")
    with pytest.raises(BrokerFailed, match=r"ended with exit status 1(.|\n)*Parse error"):
        await Broker(configuration=configuration).start()


async def test_a_broker_dies_with_the_program_that_started_it(tmp_path: Path) -> None:
    code = (
        "import asyncio\nfrom plancritic.local import Broker\n"
        "async def main():\n    broker = Broker()\n    await broker.start()\n"
        "    print(broker.process_id, flush=True)\n    await asyncio.sleep(60)\nasyncio.run(main())"
    )
    # Killed, it cannot remove its scratch folder: that one goes with the test's.
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    assert program.stdout is not None
    server = psutil.Process(int(await asyncio.wait_for(program.stdout.readline(), 20)))
    os.kill(program.pid, signal.SIGKILL)
    await program.communicate()
    await asyncio.to_thread(psutil.wait_procs, [server], timeout=5)
    assert not server.is_running() or server.status() == psutil.STATUS_ZOMBIE


@pytest.mark.parametrize("kept", [True, False])
async def test_a_server_that_died_starts_again_where_it_was_with_what_it_had_stored(tmp_path: Path, kept: bool) -> None:
    async with Broker(store=tmp_path / "store" if kept else None) as broker:
        url = broker.url
        settings = BusSettings(nats_url=url)
        await provision(settings)
        async with Client.connect(settings) as client:
            await client.publish(feedback_submitted(), subjects.FEEDBACK_SUBMITTED)
        broker.kill()
        while broker.is_alive:  # noqa: ASYNC110 - the loop hears of it by itself
            await asyncio.sleep(0.01)
        assert await broker.start_again() == url
        assert broker.is_alive
        async with Client.connect(settings) as client:
            assert (await client.jetstream.stream_info("plancritic-events")).state.messages == 1
