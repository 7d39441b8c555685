"""A language model whose answers somebody writes by hand: `python -m tests.support.stand_in_model FOLDER --port 8123`.

An OpenAI-compatible endpoint. Each request lies in FOLDER/requests/0001.md until FOLDER/answers/0001.md is there, whose
text is the completion, to the letter. The same request again gets the same answer. It is a fake at the HTTP edge; with
PLANCRITIC_LLM_RECORD the program that asks keeps a recording of it. PLANCRITIC_LLM_TIMEOUT should be an hour.
With --recording FILE the recorded answers are given instead; a request that is not in the recording gets 404.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from tests.support.recorded_llm_server import NOT_RECORDED, completion

from plancritic.llm import Recording

_LOOK_SECONDS = 0.5


class StandIn:
    """Requests in a folder, numbered, and the answers beside them."""

    def __init__(self, folder: Path) -> None:
        self._requests, self._answers = folder / "requests", folder / "answers"
        for each in (self._requests, self._answers):
            each.mkdir(parents=True, exist_ok=True)
        self._numbers: dict[str, int] = {}

    async def complete(self, request: Request) -> JSONResponse:
        """Answer once somebody has."""
        body: dict[str, Any] = await request.json()
        key = json.dumps([body["messages"], body.get("seed")])
        number = self._numbers.setdefault(key, len(self._numbers) + 1)
        asked, answer = self._requests / f"{number:04}.md", self._answers / f"{number:04}.md"
        if not asked.exists():
            asked.write_text("\n\n".join(f"##### {each['role']}\n\n{each['content']}" for each in body["messages"]))
        text = ""
        while True:
            before, text = text, answer.read_text() if answer.exists() else ""
            # Written by whatever means: it stays as it is for a while.
            if text and text == before:
                break
            await asyncio.sleep(_LOOK_SECONDS)
        tokens = (len(text) + sum(len(each["content"]) for each in body["messages"])) // 4
        return JSONResponse(completion(text, tokens=tokens))


class Replayed:
    """The answers of a recording."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording

    async def complete(self, request: Request) -> JSONResponse:
        """Answer with what was recorded for this request."""
        exchange = self._recording.find(await request.json())
        if exchange is None:
            return JSONResponse(NOT_RECORDED, 404)
        return JSONResponse(exchange.response, exchange.status)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path(".plancritic/stand-in"))
    parser.add_argument("--port", type=int, default=8123)
    parser.add_argument("--recording", type=Path)
    given = parser.parse_args()
    model = StandIn(given.folder) if given.recording is None else Replayed(Recording.load(given.recording))
    route = Route("/v1/chat/completions", model.complete, methods=["POST"])
    uvicorn.run(Starlette(routes=[route]), host="127.0.0.1", port=given.port, log_level="warning")


if __name__ == "__main__":
    main()
