"""A fake at the HTTP edge: an OpenAI-compatible server that replays recorded completions and invents nothing.

A request that is not in the recording, to the letter of its body, gets 404: a changed prompt fails its test.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from plancritic.llm import Exchange, Recording

Answer = Callable[[dict[str, Any]], tuple[int, dict[str, Any]]]


class RecordedServer:
    """What came in (`requests`: bodies, `keys`: the Authorization headers) and where it is (`url`)."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.url = ""

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            headers = {n.lower(): v.strip() for n, _, v in (line.partition(":") for line in head.splitlines()[1:])}
            body = json.loads(await reader.readexactly(int(headers.get("content-length", "0"))))
            self.requests.append(body)
            self.keys.append(headers.get("authorization", ""))
            if head.startswith("POST /v1/chat/completions "):
                status, answer = self._answer(body)
            else:
                status, answer = 404, {"error": {"message": "only /v1/chat/completions is served"}}
            content = json.dumps(answer).encode()
            reply = f"HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\n"
            writer.write(f"{reply}content-length: {len(content)}\r\n\r\n".encode() + content)
            await writer.drain()
        finally:
            writer.close()


def replaying(exchanges: Iterable[Exchange]) -> Answer:
    """Answers from a recording; what it does not hold is 404."""
    recording = Recording(exchanges)

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        exchange = recording.find(body)
        if exchange is None:
            return 404, {"error": {"message": "this request is not in the recording"}}
        return exchange.status, exchange.response

    return answer


@asynccontextmanager
async def recorded_llm_server(answer: Answer) -> AsyncIterator[RecordedServer]:
    """The server on a free port, as long as the context lasts."""
    recorded = RecordedServer(answer)
    server = await asyncio.start_server(recorded.handle, "127.0.0.1", 0)
    recorded.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield recorded
    finally:
        server.close()
        await server.wait_closed()


def completion(*texts: str, tokens: int = 100, refusal: str | None = None) -> dict[str, Any]:
    """A chat completion with one choice a text, as servers write them."""
    return {
        "id": "chatcmpl-recorded",
        "object": "chat.completion",
        "created": 0,
        "model": "recorded",
        "choices": [
            {
                "index": number,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": text, "refusal": refusal},
            }
            for number, text in enumerate(texts)
        ],
        "usage": {"prompt_tokens": tokens // 2, "completion_tokens": tokens - tokens // 2, "total_tokens": tokens},
    }
