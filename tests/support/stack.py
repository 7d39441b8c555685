"""The whole system for a module of tests: real broker, real services, in a thread with a loop of its own."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from plancritic.local import LocalStack


@contextmanager
def whole_system(copies: Mapping[str, int] | None = None, domains: Path | None = None) -> Iterator[LocalStack]:
    """A `LocalStack` that outlives the event loops of single tests."""
    started: queue.Queue[LocalStack | BaseException] = queue.Queue()
    over = threading.Event()

    async def live() -> None:
        try:
            async with LocalStack(copies, domains=domains) as stack:
                started.put(stack)
                await asyncio.to_thread(over.wait)
        except BaseException as error:
            started.put(error)
            raise

    thread = threading.Thread(target=lambda: asyncio.run(live()), name="whole-system")
    thread.start()
    try:
        stack = started.get()
        if isinstance(stack, BaseException):
            raise stack
        yield stack
    finally:
        over.set()
        thread.join()
