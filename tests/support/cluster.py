"""Three brokers with the configuration of deploy/nats, each of which can be killed and started again."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
from pathlib import Path

import nats.errors
import nats.js.errors

from plancritic.bus import BusSettings, Client, provision
from plancritic.bus.credentials import issue, user_settings
from plancritic.contracts.errors import ContractError
from plancritic.local.broker import find_server
from plancritic.local.children import start_child, stop_child

CONFIGURATION = Path(__file__).resolve().parents[2] / "deploy/nats"
BROKERS = 3
READY_SECONDS = 30.0


def free_ports(count: int) -> list[int]:
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [int(each.getsockname()[1]) for each in listeners]
    for each in listeners:
        each.close()
    return ports


class Cluster:
    """Three brokers on this machine; only ports and folders differ from what deploy/nats says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = issue(folder / "credentials", ["default"]).files
        self.ports = free_ports(BROKERS)
        self.routes = free_ports(BROKERS)
        self.processes: list[asyncio.subprocess.Process] = []

    def settings(self, user: str, replicas: int | None = None) -> BusSettings:
        settings = BusSettings(
            nats_url=",".join(f"nats://127.0.0.1:{port}" for port in self.ports),
            cache=self.folder / "cache",
            connect_timeout=10.0,
            replicas=replicas,
        )
        return user_settings(settings, self.files, user)

    async def start(self) -> None:
        for number, (port, route) in enumerate(zip(self.ports, self.routes, strict=True)):
            home = self.folder / f"nats-{number}"
            shutil.copytree(self.files.server, home / "credentials")
            server = (CONFIGURATION / "server.conf").read_text(encoding="utf-8")
            server = server.replace("port: 4222", f"host: 127.0.0.1\nport: {port}").replace("/data", str(home / "data"))
            (home / "server.conf").write_text(server.replace("http_port: 8222", ""), encoding="utf-8")
            cluster = (CONFIGURATION / "cluster.conf").read_text(encoding="utf-8")
            (home / "cluster.conf").write_text(cluster.replace("0.0.0.0:6222", f"127.0.0.1:{route}"), encoding="utf-8")
            self.processes.append(await self._started(number))

    async def kill(self, number: int, grace: float = 0.0) -> None:
        """Kill a broker by SIGKILL; with a `grace` by SIGTERM first. Its store stays."""
        await stop_child(self.processes[number], grace=grace)

    async def start_again(self, number: int) -> None:
        """Start a broker that has ended, with its store."""
        self.processes[number] = await self._started(number)

    async def stop(self) -> None:
        for process in self.processes:
            await stop_child(process, grace=5.0)

    async def _started(self, number: int) -> asyncio.subprocess.Process:
        home = self.folder / f"nats-{number}"
        command = [str(find_server()), "--config", str(home / "cluster.conf"), "--name", f"nats-{number}"]
        routes = {
            f"ROUTE_{each}": f"nats-route://route:0123abc@127.0.0.1:{port}"
            for each, port in enumerate(self.routes, start=1)
        }
        environment = {**os.environ, "ROUTE_PASSWORD": "0123abc", **routes}
        return await start_child(command, home / "nats.log", environment)


async def provisioned(settings: BusSettings) -> set[str]:
    """What provisioning did, once the brokers have found one another."""
    async with asyncio.timeout(READY_SECONDS):
        while True:
            try:
                return {change.did for change in await provision(settings)}
            except (
                ContractError,
                nats.errors.Error,
                nats.js.errors.Error,
            ):  # a cluster without a leader refuses in several ways
                await asyncio.sleep(0.5)


async def kept_by_all(client: Client, stream: str) -> None:
    """Return once each broker has a copy: it takes its time to make one."""
    while True:
        found = await client.jetstream.stream_info(stream)
        assert found.config.num_replicas == BROKERS, stream
        others = (found.cluster.replicas if found.cluster else None) or ()
        if len([each for each in others if each.current]) == BROKERS - 1:
            return
        await asyncio.sleep(0.2)
