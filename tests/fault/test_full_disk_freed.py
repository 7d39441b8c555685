"""A broker whose disk was full refuses writes even when there is room again: its owner restarts it."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import nats
import nats.errors
import pytest
from nats.js import JetStreamContext

from plancritic.bus import BusSettings
from plancritic.local import Broker, Processes, Supervisor, Trouble

pytestmark = [pytest.mark.fault, pytest.mark.timeout(180)]

_MIB = 2**20


def _mounted(command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: TID251 - ends at once
        [command, *arguments], capture_output=True, text=True, timeout=20, check=False
    )


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 100 MiB; needs the right to mount."""
    disk = tmp_path / "disk"
    disk.mkdir()
    try:
        mounted = _mounted("mount", "-t", "tmpfs", "-o", "size=100m", "tmpfs", str(disk))
    except FileNotFoundError:
        pytest.skip("there is no program `mount`")
    if mounted.returncode:
        pytest.skip(f"no disk may be mounted here: {mounted.stderr.strip()}")
    try:
        yield disk
    finally:
        _mounted("umount", "--lazy", str(disk))


async def _fill(jetstream: JetStreamContext) -> None:
    with suppress(nats.errors.TimeoutError):
        while True:
            await jetstream.publish("runs.one", os.urandom(400_000), timeout=2)


async def test_after_room_was_made_the_broker_is_restarted_and_takes_messages_again(
    small_disk: Path, tmp_path: Path
) -> None:
    said: list[str] = []
    told: list[tuple[Trouble, ...]] = []
    async with Broker(store=small_disk / "store", log_file=tmp_path / "nats.log") as broker:
        processes = Processes(BusSettings(), {}, tmp_path / "logs")
        supervisor = asyncio.create_task(Supervisor(broker, processes, said.append, told.append).run())
        client = await nats.connect(broker.url, error_cb=_ignored)
        jetstream = client.jetstream()
        await jetstream.add_stream(name="runs", subjects=["runs.>"], max_bytes=60 * _MIB)
        ballast = small_disk / "ballast"
        with ballast.open("wb") as file:
            file.write(bytes(75 * _MIB))
        await _fill(jetstream)
        before = (await jetstream.stream_info("runs")).state.messages
        async with asyncio.timeout(10):
            while not told or not told[-1]:  # noqa: ASYNC110 - it is told by a plain call
                await asyncio.sleep(0.1)
        assert "nats-server cannot write" in told[-1][0].text
        process = broker.process_id
        ballast.unlink()
        async with asyncio.timeout(60):
            while True:
                with suppress(nats.errors.Error):
                    await jetstream.publish("runs.one", b"there is room", timeout=2)
                    break
        assert broker.process_id != process
        assert (await jetstream.stream_info("runs")).state.messages > before > 10, "what was stored is kept"
        assert not supervisor.done()
        supervisor.cancel()
        await asyncio.gather(supervisor, return_exceptions=True)
        await client.close()
    assert any("there is room again" in line for line in said)


async def _ignored(_error: Exception) -> None:
    """Take in what the client says of a broker that restarts."""
