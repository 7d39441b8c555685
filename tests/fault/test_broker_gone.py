"""A broker that goes away for good while a command uses it: one message, exit code 3, in bounded time."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import nats.errors
import psutil
import pytest
from tests.support.polling import until
from tests.support.program import PROGRAM, program_environment
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Service, provision
from plancritic.bus.streams import stream_name
from plancritic.client import NEEDED_SERVICES
from plancritic.contracts.subjects import Kind
from plancritic.local import Broker

pytestmark = [pytest.mark.fault, pytest.mark.slow]

OUTAGE_SECONDS = 2.0
#: What the start of Python, the end and a busy machine may add.
SLACK = 8.0


@asynccontextmanager
async def command(url: str, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    environment = program_environment() | {
        "PLANCRITIC_NATS_URL": url,
        "PLANCRITIC_OUTAGE_TIMEOUT": str(OUTAGE_SECONDS),
    }
    process = await asyncio.create_subprocess_exec(
        PROGRAM, *arguments, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@asynccontextmanager
async def stack(folder: Path) -> AsyncIterator[tuple[Broker, BusSettings]]:
    """A broker with services that answer who they are and take no work."""
    async with Broker() as broker:
        settings = BusSettings(nats_url=broker.url, cache=folder, grace=0.0)
        await provision(settings)
        # Services of the test cannot say goodbye to a broker that was killed.
        with suppress(nats.errors.Error):
            async with running(*(Service(name, settings) for name in NEEDED_SERVICES)):
                yield broker, settings


COMMANDS = {
    "watch": ("watch",),
    "submit": ("submit", "--domain", "waterway", "No vessel may go through waypoint A."),
    "seeded": ("submit", "--domain", "waterway", "--seed", "1", "No vessel may go through waypoint A."),
    "evaluate": ("evaluate", "feedback", "--domain", "waterway", "--suite"),
}


async def _connected(broker: Broker, process: asyncio.subprocess.Process, name: str) -> None:
    """Wait until the command is at work."""
    if name == "watch":
        async with Client.connect(BusSettings(nats_url=broker.url), "test") as client:
            await until(lambda: _is_watched(client), 30)
        return
    assert process.stdout is not None and process.stderr is not None
    read = (process.stderr if name == "evaluate" else process.stdout).readline()
    await asyncio.wait_for(read, 30)


async def _is_watched(client: Client) -> bool:
    consumers = await client.jetstream.consumers_info(stream_name(client.naming, Kind.EVENT))
    return any(each.name.startswith("watch-") for each in consumers)


async def _disconnected(process: asyncio.subprocess.Process, port: int) -> None:
    """Wait until the command has noticed that its broker is away: it has closed its end of the connection."""
    command = psutil.Process(process.pid)
    await until(lambda: all(not each.raddr or each.raddr.port != port for each in command.net_connections("tcp")))


def _port(broker: Broker) -> int:
    return int(broker.url.rsplit(":", 1)[1])


@pytest.mark.parametrize("name", sorted(COMMANDS))
async def test_a_command_whose_broker_has_gone_says_so(name: str, tmp_path: Path) -> None:
    suite = Path(__file__).parents[1] / "cases" / "feedback" / "multi-own.jsonl"
    more = (str(suite), "--rows", str(tmp_path / "rows.jsonl")) if name == "evaluate" else ()
    async with stack(tmp_path) as (broker, _), command(broker.url, *COMMANDS[name], *more) as process:
        await _connected(broker, process, name)
        broker.kill()
        async with asyncio.timeout(OUTAGE_SECONDS + SLACK):
            _, error = await process.communicate()
    message = error.decode()
    assert process.returncode == 3, message
    assert "Traceback" not in message
    assert message.count("error: ") == 1
    assert "no NATS broker at" in message
    assert "remedy: " in message
    # Its feedback is stored: the command is over, the run is not.
    assert ("goes on once the broker is back" in message) == (name in ("submit", "seeded"))


@pytest.mark.parametrize("name", ["watch", "submit"])
@pytest.mark.parametrize("gone", [False, True])
async def test_ctrl_c_ends_a_command_at_once_also_while_its_broker_is_away(
    name: str, gone: bool, tmp_path: Path
) -> None:
    async with stack(tmp_path) as (broker, _), command(broker.url, *COMMANDS[name]) as process:
        await _connected(broker, process, name)
        if gone:
            broker.kill()
            await _disconnected(process, _port(broker))
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(2.0):
            _, error = await process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in error.decode()


async def test_status_of_a_broker_that_stopped_answering_is_one_message(tmp_path: Path) -> None:
    async with Broker() as broker:
        await provision(BusSettings(nats_url=broker.url, cache=tmp_path))
        os.kill(broker.process_id, signal.SIGSTOP)
        try:
            async with asyncio.timeout(30), command(broker.url, "status") as process:
                _, error = await process.communicate()
        finally:
            os.kill(broker.process_id, signal.SIGCONT)
    assert process.returncode == 3
    assert "Traceback" not in error.decode()
    assert error.decode().count("error: ") == 1


async def test_a_short_outage_does_not_end_a_command(tmp_path: Path) -> None:
    store = tmp_path / "store"
    async with Broker(store=store) as broker:
        port = _port(broker)
        await provision(BusSettings(nats_url=broker.url, cache=tmp_path))
        async with command(broker.url, "watch") as process:
            await _connected(broker, process, "watch")
            await broker.stop()
            await _disconnected(process, port)
            async with Broker(store=store, port=port):
                # Were the outage still counted, the command would end in this time.
                await asyncio.sleep(OUTAGE_SECONDS + 1)
                assert process.returncode is None
                process.send_signal(signal.SIGINT)
                _, error = await asyncio.wait_for(process.communicate(), 5)
    assert process.returncode == 130, error
