"""Work in threads that nobody has to wait for.

`asyncio.to_thread` uses a pool that a program waits for when it ends: a search given up at its limit would still keep
the command line for seconds. These threads are daemons, one for each piece of work.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


async def in_thread(work: Callable[[], Value], seconds: float | None = None) -> Value:
    """What `work` returns or raises, from a thread of its own.

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

    threading.Thread(target=run, name="plancritic work", daemon=True).start()
    return await asyncio.wait_for(answer, seconds)
