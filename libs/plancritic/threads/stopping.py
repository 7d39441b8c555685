"""Cancelling tasks so that they end."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakSet

#: So long a task may clean up before it is cancelled again.
_AGAIN_SECONDS = 2.0
#: Tasks that are being stopped: one that is told twice has no less time to clean up.
_stopping: WeakSet[asyncio.Future[Any]] = WeakSet()


def stop_soon(task: asyncio.Future[Any], again_seconds: float = _AGAIN_SECONDS) -> None:
    """Cancel a task, and again every `again_seconds` until it is over.

    Once is not enough: up to Python 3.11 `asyncio.wait_for`, by which nats-py waits for every answer, forgets a
    cancellation that comes in the same turn of the loop as the answer (CPython issue 86296).
    """
    if not task.done() and task not in _stopping:
        _stopping.add(task)
        _cancel(task, again_seconds)


def _cancel(task: asyncio.Future[Any], again_seconds: float) -> None:
    task.cancel()
    again = asyncio.get_running_loop().call_later(again_seconds, _cancel, task, again_seconds)
    task.add_done_callback(lambda _: again.cancel())


async def stop(*tasks: asyncio.Future[Any]) -> None:
    """Cancel tasks and return once all are over, whatever they ended with."""
    for task in tasks:
        stop_soon(task)
    await asyncio.gather(*tasks, return_exceptions=True)
