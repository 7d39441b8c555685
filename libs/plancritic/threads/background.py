"""Work in threads that nobody has to wait for.

`asyncio.to_thread` uses a pool that a program waits for when it ends: a search given up at its limit would still keep
the command line for seconds. These threads are daemons; one that is done takes the next piece of work, since starting
a thread waits for it to run, which behind a busy thread takes milliseconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

#: The name of a thread while it is at work.
BUSY = "plancritic work"
_MOST_IDLE = 16


async def in_thread(work: Callable[[], Value], seconds: float | None = None) -> Value:
    """What `work` returns or raises, from a thread that does nothing else meanwhile.

    Raises:
        TimeoutError: It took longer than `seconds`; it goes on in its thread, and what it returns is dropped.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Value] = loop.create_future()

    def settle(value: Value | None, error: BaseException | None) -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(value)  # type: ignore[arg-type]
        else:
            answer.set_exception(error)

    def run() -> None:
        value, failure = None, None
        try:
            value = work()
        except BaseException as error:  # noqa: BLE001 it is raised where it is waited for
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, value, failure)

    start(run)
    return await asyncio.wait_for(answer, seconds)


def start(work: Callable[[], None]) -> None:
    """Begin the work at once, in a daemon thread that nobody waits for. It must not raise."""
    try:
        idle = _idle.pop()
    except IndexError:
        idle = _Worker()
        idle.start()
    idle.name = BUSY
    idle.queue.put(work)


class _Worker(threading.Thread):
    """A thread that does one piece of work after the other."""

    def __init__(self) -> None:
        super().__init__(name=BUSY, daemon=True)
        self.queue: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def run(self) -> None:
        while True:
            work = self.queue.get()
            work()
            del work  # what it holds is not kept until the next one comes
            self.name = "plancritic idle"
            if len(_idle) >= _MOST_IDLE:
                return
            _idle.append(self)


#: Threads that wait for work; `pop` and `append` are atomic.
_idle: list[_Worker] = []
# A forked child has none of the parent's threads.
os.register_at_fork(after_in_child=_idle.clear)
