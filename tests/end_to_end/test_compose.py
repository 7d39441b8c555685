"""The processes of docker-compose.yml without containers: the same commands, environment and credentials, on loopback.

What a container would add is left out: images, volumes and the network. Addresses, ports and paths are replaced, and
nothing else of an entry.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import yaml

from plancritic.bus import BusSettings
from plancritic.bus.credentials import CredentialFiles, issue, user_settings
from plancritic.client import PlancriticClient, make_feedback
from plancritic.contracts.feedback import PlanRevised, SearchSettings
from plancritic.local.broker import find_server
from plancritic.local.children import start_child, stop_child

CHECKOUT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
#: Entries that are no service of ours.
OTHERS = {"nats", "credentials", "provision", "prometheus", "grafana"}
SERVICES = sorted(set(COMPOSE["services"]) - OTHERS)
READY_SECONDS = 90.0

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@dataclass
class Deployment:
    """What runs: the broker's address, the users' seeds, and where each service serves HTTP."""

    folder: Path
    url: str
    files: CredentialFiles
    ports: dict[str, int]

    def home(self, entry: str) -> Path:
        """The folder that stands for a container's volume /var/cache/plancritic, its working folder."""
        home = self.folder / entry
        home.mkdir(exist_ok=True)
        return home

    def environment(self, entry: str) -> dict[str, str]:
        """An entry's environment with addresses, ports and paths of this machine."""
        given: Mapping[str, str] = COMPOSE["services"][entry]["environment"]
        (seeds,) = [each for each in COMPOSE["services"][entry]["volumes"] if "credentials" in str(each)]
        mounted = self.folder / "credentials" / seeds["volume"]["subpath"]
        places = {
            "nats://nats:4222": self.url,
            "0.0.0.0": "127.0.0.1",
            "8000": str(self.ports.get(entry, 0)),
            "/run/plancritic": str(mounted),
            "/var/cache/plancritic": str(self.home(entry)),
            "/domains": str(CHECKOUT / "domains"),
        }
        found = {name: value for name, value in given.items() if not value.startswith("${")}
        for there, here in places.items():
            found = {name: value.replace(there, here) for name, value in found.items()}
        # An image has the sentence encoder in its cache; here it is this machine's.
        found["PLANCRITIC_CACHE"] = str(BusSettings().cache.absolute())
        return {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(self.folder), **found}

    async def run(self, entry: str, command: list[str]) -> asyncio.subprocess.Process:
        moved = [each.replace("/var/cache/plancritic", str(self.home(entry))) for each in command]
        script = ["sh", "-c", 'cd "$0" && exec "$@"', str(self.home(entry)), *moved]
        return await start_child(script, self.folder / f"{entry}.log", self.environment(entry))


@asynccontextmanager
async def deployed(folder: Path) -> AsyncIterator[Deployment]:
    """Start all entries in the order that they depend on one another."""
    async with AsyncExitStack() as opened:
        files = issue(folder / "credentials", ["default"]).files
        port = free_port()
        running = Deployment(folder, f"nats://127.0.0.1:{port}", files, {each: free_port() for each in SERVICES})
        broker = folder / "broker"
        shutil.copytree(files.server, broker / "credentials")
        server = (CHECKOUT / "deploy/nats/server.conf").read_text(encoding="utf-8")
        server = server.replace("port: 4222", f"host: 127.0.0.1\nport: {port}").replace("http_port: 8222", "")
        (broker / "server.conf").write_text(server.replace("/data", str(folder / "data")), encoding="utf-8")
        command = [str(find_server()), "--config", str(broker / "server.conf")]
        opened.push_async_callback(stop_child, await start_child(command, folder / "nats.log", os.environ), 5.0)
        provision = await running.run("provision", COMPOSE["services"]["provision"]["command"])
        opened.push_async_callback(stop_child, provision, 5.0)
        async with asyncio.timeout(READY_SECONDS):
            assert await provision.wait() == 0, (folder / "provision.log").read_text(encoding="utf-8")
        for entry in SERVICES:
            # The image's own command where the entry names none (deploy/images/Dockerfile).
            own = COMPOSE["services"][entry].get("command", ["python", "-m", f"plancritic.{entry}"])
            opened.push_async_callback(stop_child, await running.run(entry, own), 25.0)
        yield running


async def ready(client: httpx.AsyncClient, running: Deployment, entry: str) -> None:
    """Wait until an entry's health check says that it is ready."""
    while True:
        try:
            answer = await client.get(f"http://127.0.0.1:{running.ports[entry]}/health/ready")
            if answer.status_code == 200:
                return
        except httpx.HTTPError:
            pass
        await asyncio.sleep(0.3)


async def test_every_service_of_the_compose_file_gets_ready_and_a_run_ends(tmp_path: Path) -> None:
    async with deployed(tmp_path) as running, httpx.AsyncClient(timeout=30.0) as http:
        for entry in SERVICES:
            try:
                async with asyncio.timeout(READY_SECONDS):
                    await ready(http, running, entry)
            except TimeoutError:
                pytest.fail(f"{entry}: {(tmp_path / f'{entry}.log').read_text(encoding='utf-8')[-3000:]}")
        settings = user_settings(BusSettings(nats_url=running.url), running.files, "client")
        async with PlancriticClient.connect(settings, "operations") as client:
            feedback = make_feedback("waterway", "1", ["Finish with the scout at waypoint A."], SearchSettings(seed=1))
            end = await (await client.submit(feedback)).end(limit=120)
        assert isinstance(end, PlanRevised) and end.proof.ruling == "accepted"

        gateway = f"http://127.0.0.1:{running.ports['gateway']}"
        assert (await http.get(f"{gateway}/v1/sessions")).status_code == 401, "there is no token yet"
        adding = [
            "plancritic",
            "gateway",
            "add-token",
            "--tenant",
            "default",
            "--name",
            "test",
            "--file",
            "tokens.yaml",
        ]
        process = await running.run("gateway", adding)
        assert await process.wait() == 0
        token = next(
            line.split()[-1]
            for line in reversed((tmp_path / "gateway.log").read_text(encoding="utf-8").splitlines())
            if len(line.split()[-1]) > 30 and not line.startswith("{")
        )
        answer = await http.get(f"{gateway}/v1/sessions", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200 and end.envelope.session_id in answer.text

        assistants = f"http://127.0.0.1:{running.ports['mcp']}/mcp"
        beginning = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        }
        accepts = {"Accept": "application/json, text/event-stream"}
        assert (await http.post(assistants, json=beginning, headers=accepts)).status_code == 401
        bearer = (running.home("mcp") / "token.txt").read_text(encoding="utf-8").strip()
        welcomed = await http.post(assistants, json=beginning, headers={**accepts, "Authorization": f"Bearer {bearer}"})
        assert welcomed.status_code == 200, welcomed.text
