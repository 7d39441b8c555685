"""A gateway that serves in a thread, and what a program does with it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
from tests.support.served_in_thread import served_in_thread

from plancritic.bus import BusSettings
from plancritic.gateway.app import GatewayApp
from plancritic.gateway.serving import GatewayServer
from plancritic.gateway.settings import GatewaySettings

#: A plan of a search, at most; everything else answers in a moment.
PATIENCE = 90.0


@contextmanager
def serving(bus: BusSettings, settings: GatewaySettings | None = None) -> Iterator[str]:
    """A gateway in a thread with a loop of its own; where it listens."""
    with served_in_thread(lambda: GatewayServer(GatewayApp(settings or GatewaySettings(), bus)), "gateway") as url:
        yield url


def program(url: str, token: str | None = None) -> httpx2.AsyncClient:
    """A program that sends requests, with a token or without."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return httpx2.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE)


@dataclass(frozen=True)
class Received:
    """One server-sent event."""

    id: int
    name: str
    data: Any


async def received(client: httpx2.AsyncClient, run: str, after: int | None = None) -> AsyncIterator[Received]:
    """The events of a run as they come, after one of them."""
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    async with client.stream("GET", f"/v1/runs/{run}/events", headers=headers) as response:
        assert response.status_code == 200, await response.aread()
        assert response.headers["content-type"].startswith("text/event-stream")
        fields: dict[str, str] = {}
        async for line in response.aiter_lines():
            if line.startswith(":"):
                continue
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif fields:
                yield Received(int(fields["id"]), fields["event"], json.loads(fields["data"]))
                fields = {}


async def end_of(client: httpx2.AsyncClient, run: str) -> Received:
    """The last event of a run."""
    return [each async for each in received(client, run)][-1]


def is_fault(content: Any, code: str) -> bool:
    """Whether an answer has the one shape of faults, with this code."""
    assert isinstance(content, Mapping)
    return content["code"] == code and bool(content["message"]) and "remedy" in content
