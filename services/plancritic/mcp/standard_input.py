"""Standard input as lines, read by a thread that nobody has to wait for when the server is told to end."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from contextlib import suppress

_CHUNK = 65_536


class StandardInput:
    """The lines of standard input. Meanwhile descriptor 0 is empty, so that children read nothing of them."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._descriptor = os.dup(0)
        empty = os.open(os.devnull, os.O_RDONLY)
        os.dup2(empty, 0)
        os.close(empty)
        threading.Thread(target=self._read, name="standard input", daemon=True).start()

    def __aiter__(self) -> AsyncIterator[str]:
        return self

    async def __anext__(self) -> str:
        """Return the next line. Raises `StopAsyncIteration` at the end of the input."""
        line = await self._lines.get()
        if line is None:
            raise StopAsyncIteration
        return line

    def _read(self) -> None:
        rest = b""
        # The loop is closed once nobody reads any more.
        with suppress(RuntimeError):
            while chunk := os.read(self._descriptor, _CHUNK):
                *whole, rest = (rest + chunk).split(b"\n")
                for line in whole:
                    self._put(line.decode("utf-8", "replace"))
            if rest:
                self._put(rest.decode("utf-8", "replace"))
            self._put(None)

    def _put(self, line: str | None) -> None:
        self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
