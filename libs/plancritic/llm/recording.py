"""Completions recorded and found again: one JSON line an exchange, matched on the request's body.

Only bodies are written: keys travel in headers, so that a recording holds no secret.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Self

import httpx2
from pydantic import BaseModel, ConfigDict, ValidationError


class Exchange(BaseModel):
    """One request and what the server answered; `status` is the HTTP status."""

    model_config = ConfigDict(frozen=True)

    request: dict[str, Any]
    response: dict[str, Any]
    status: int = 200


def request_key(body: dict[str, Any]) -> str:
    """Return what two equal requests have in common: the body, whatever the order of its keys."""
    return json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


class Recording:
    """Recorded exchanges. Several of the same request are replayed in their order, the last one again and again."""

    def __init__(self, exchanges: Iterable[Exchange] = ()) -> None:
        self._exchanges: dict[str, list[Exchange]] = {}
        self._played: dict[str, int] = {}
        for exchange in exchanges:
            self._exchanges.setdefault(request_key(exchange.request), []).append(exchange)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a file of JSON lines.

        Raises:
            ValueError: A line is no exchange; the text names file and line.
        """
        exchanges = []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.strip():
                continue
            try:
                exchanges.append(Exchange.model_validate_json(line))
            except ValidationError as error:
                raise ValueError(f"{path}:{number}: not a recorded exchange: {error.errors()[0]['msg']}") from None
        return cls(exchanges)

    def __iter__(self) -> Iterator[Exchange]:
        for several in self._exchanges.values():
            yield from several

    def __len__(self) -> int:
        return sum(len(several) for several in self._exchanges.values())

    def find(self, body: dict[str, Any]) -> Exchange | None:
        """Return the next answer recorded for exactly this request, or None."""
        key = request_key(body)
        several = self._exchanges.get(key)
        if several is None:
            return None
        played = self._played.get(key, 0)
        self._played[key] = played + 1
        return several[min(played, len(several) - 1)]


class Recorder(httpx2.AsyncBaseTransport):
    """An HTTP transport that appends every exchange to a file before handing the response on."""

    def __init__(self, path: Path, inner: httpx2.AsyncBaseTransport | None = None) -> None:
        self.path = path
        self._inner = inner or httpx2.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send the request, write both bodies down where they are JSON objects."""
        body = await request.aread()
        response = await self._inner.handle_async_request(request)
        await response.aread()
        try:
            exchange = Exchange(request=json.loads(body), response=response.json(), status=response.status_code)
        except ValueError:
            return response
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(exchange.model_dump_json() + "\n")
        return response

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()
