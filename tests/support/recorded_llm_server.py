"""A fake at the HTTP edge: an OpenAI-compatible server that replays recorded completions and invents nothing.

A request that is not in the recording, to the letter of its body, gets 404: a changed prompt fails its test. How real
endpoints fail (late, in drips, with other content) is told by `Reply`.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import structlog

from plancritic.llm import Exchange, Recording

_log = structlog.get_logger("tests.recorded_llm_server")
#: What a request gets that no recording has.
NOT_RECORDED = {
    "error": {
        "message": "this request is not in the recording; after a change of prompts or of a domain's context: "
        "`python -m tests.support.record_llm`"
    }
}


@dataclass(frozen=True)
class Reply:
    """An answer with all that may be wrong with it: `delay` seconds before it, `drip` seconds between its bytes."""

    status: int
    body: dict[str, Any] | str
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drip: float = 0.0
    content_type: str = "application/json"


Answer = Callable[[dict[str, Any]], Reply | tuple[int, dict[str, Any]]]


class RecordedServer:
    """What came in (`requests`: bodies, `keys`: the Authorization headers) and where it is (`url`).

    `models` are listed under /v1/models; None has no such list.
    """

    def __init__(self, answer: Answer, models: Iterable[str] | None = None) -> None:
        self._answer = answer
        self._models = None if models is None else tuple(models)
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.url = ""
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def leave(self) -> None:
        """End the answers that nobody waits for any more, also of a connection that has only just come."""
        left = dict(self._open)
        for task, writer in left.items():
            task.cancel()
            writer.transport.abort()
        await asyncio.gather(*left, return_exceptions=True)

    def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer on a new connection; it counts as open before its task has run for the first time."""
        task = asyncio.create_task(self._answer_to(reader, writer))
        self._open[task] = writer
        task.add_done_callback(self._open.pop)

    async def _answer_to(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            headers = {n.lower(): v.strip() for n, _, v in (line.partition(":") for line in head.splitlines()[1:])}
            content = await reader.readexactly(int(headers.get("content-length", "0")))
            self.keys.append(headers.get("authorization", ""))
            await _write(self._reply(head.partition(" HTTP/")[0], content), writer)
        except (ConnectionError, asyncio.IncompleteReadError) as error:
            _log.debug("the client has gone", error=repr(error))
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    def _reply(self, asked: str, content: bytes) -> Reply:
        if asked == "POST /v1/chat/completions":
            body = json.loads(content)
            self.requests.append(body)
            answer = self._answer(body)
            return answer if isinstance(answer, Reply) else Reply(*answer)
        if asked == "GET /v1/models" and self._models is not None:
            return Reply(200, {"object": "list", "data": [{"id": each, "object": "model"} for each in self._models]})
        return Reply(404, {"error": {"message": f"nothing is served for {asked}"}})


async def _write(reply: Reply, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(reply.delay)
    content = (reply.body if isinstance(reply.body, str) else json.dumps(reply.body)).encode()
    head = {"content-type": reply.content_type, "connection": "close", "content-length": len(content), **reply.headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    writer.write(f"HTTP/1.1 {reply.status} X\r\n{lines}\r\n".encode())
    for byte in content if reply.drip else ():
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(reply.drip)
    if not reply.drip:
        writer.write(content)
    await writer.drain()


def replaying(exchanges: Iterable[Exchange]) -> Answer:
    """Answers from a recording; what it does not hold is 404."""
    recording = Recording(exchanges)

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        exchange = recording.find(body)
        if exchange is None:
            return 404, NOT_RECORDED
        return exchange.status, exchange.response

    return answer


@asynccontextmanager
async def recorded_llm_server(answer: Answer, models: Iterable[str] | None = None) -> AsyncIterator[RecordedServer]:
    """The server on a free port, as long as the context lasts."""
    recorded = RecordedServer(answer, models)
    server = await asyncio.start_server(recorded.connected, "127.0.0.1", 0)
    recorded.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield recorded
    finally:
        server.close()
        await recorded.leave()
        await server.wait_closed()


@contextmanager
def threaded_llm_server(answer: Answer, models: Iterable[str] | None = None) -> Iterator[RecordedServer]:
    """The same in a thread of its own, for a program that has its own event loop."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = recorded_llm_server(answer, models)
    try:
        yield asyncio.run_coroutine_threadsafe(server.__aenter__(), loop).result(10)
        asyncio.run_coroutine_threadsafe(server.__aexit__(None, None, None), loop).result(10)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


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
