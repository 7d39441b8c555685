"""The official SDK's client, speaking to a server of plancritic in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from plancritic.bus import BusSettings

TOKEN = "a-token-of-enough-characters"
COMMAND = (sys.executable, "-m", "plancritic.mcp")
#: A search, at most; a real broker on a busy machine.
PATIENCE = 100.0


@dataclass
class Talk:
    """A client that has connected, and the notifications of progress that came."""

    client: Client
    progress: list[tuple[float, str]] = field(default_factory=list)

    async def call(self, tool: str, /, **arguments: Any) -> Mapping[str, Any]:
        """The data of a tool that does what it is asked; its text is under `shown`."""
        result = await self.client.call_tool(tool, arguments, PATIENCE, progress_callback=self._progressed)
        assert not result.is_error, text_of(result)
        return {"shown": text_of(result), **(result.structured_content or {})}

    async def refusal(self, tool: str, /, **arguments: Any) -> Mapping[str, Any]:
        """The fault of a tool that does not; its text is under `shown`."""
        result = await self.client.call_tool(tool, arguments, PATIENCE)
        assert result.is_error and result.structured_content, text_of(result)
        return {"shown": text_of(result), **result.structured_content["fault"]}

    async def tools(self) -> set[str]:
        return {each.name for each in (await self.client.list_tools()).tools}

    async def read(self, address: str) -> str:
        (content,) = (await self.client.read_resource(address)).contents
        return str(getattr(content, "text"))  # noqa: B009 - a resource of ours is a text

    async def _progressed(self, progress: float, _total: float | None, message: str | None) -> None:
        self.progress.append((progress, message or ""))


def text_of(result: Any) -> str:
    return "\n".join(each.text for each in result.content)


def environment_for(bus: BusSettings, **more: str) -> dict[str, str]:
    """The environment of a process that connects as `bus` does, in a folder's or an installed plancritic."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PLANCRITIC_NATS")}
    return {**kept, **bus.environment(), **more}


@asynccontextmanager
async def over_standard_input(bus: BusSettings, *arguments: str, mode: str = "auto") -> AsyncIterator[Talk]:
    command, *rest = COMMAND
    server = StdioServerParameters(command=command, args=[*rest, *arguments], env=environment_for(bus))
    async with Client(server, mode=mode) as client:
        yield Talk(client)


@asynccontextmanager
async def over_http(url: str, token: str | None = TOKEN, mode: str = "auto") -> AsyncIterator[Talk]:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield Talk(client)


@contextmanager
def http_server(bus: BusSettings, *arguments: str, token_file: Path | None = None) -> Iterator[str]:
    """The address of a server over HTTP; it ends at SIGTERM, in order."""
    token = {"PLANCRITIC_MCP_TOKEN": TOKEN} if token_file is None else {"PLANCRITIC_MCP_TOKEN_FILE": str(token_file)}
    environment = environment_for(bus, PLANCRITIC_MCP_PORT="0", **token)
    process = subprocess.Popen([*COMMAND, "--http", *arguments], env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        yield next(json.loads(line)["url"] for line in process.stderr if '"serving"' in line)
        process.send_signal(signal.SIGTERM)
        rest = process.communicate(timeout=20)[1]
        assert (process.returncode, "Traceback" in rest) == (0, False), rest
    finally:
        process.kill()
        process.communicate()
