"""The whole system for a module of tests: real broker, real services, in a thread with a loop of its own."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from plancritic.local import LocalStack

T = TypeVar("T")


#: The loops of the systems that run, by the id of their stack.
_LOOPS: dict[int, asyncio.AbstractEventLoop] = {}


def in_its_loop(stack: LocalStack, work: Coroutine[Any, Any, T], seconds: float = 60.0) -> T:
    """Run something in the loop of a system: its broker and processes belong to that."""
    return asyncio.run_coroutine_threadsafe(work, _LOOPS[id(stack)]).result(seconds)


@contextmanager
def whole_system(
    copies: Mapping[str, int] | None = None, domains: Path | None = None, credentials: Path | None = None
) -> Iterator[LocalStack]:
    """A `LocalStack` that outlives the event loops of single tests."""
    started: queue.Queue[LocalStack | BaseException] = queue.Queue()
    over = threading.Event()

    async def live() -> None:
        try:
            async with LocalStack(copies, domains=domains, credentials=credentials) as stack:
                _LOOPS[id(stack)] = asyncio.get_running_loop()
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
