"""Cancelling tasks so that they end."""

from __future__ import annotations

import asyncio
from typing import Any

#: So long a task may clean up before it is cancelled again.
_AGAIN_SECONDS = 2.0


def stop_soon(task: asyncio.Future[Any]) -> None:
    """Cancel a task, and again every few seconds until it is over.

    Once is not enough: up to Python 3.11 `asyncio.wait_for`, by which nats-py waits for every answer, forgets a
    cancellation that comes in the same turn of the loop as the answer (CPython issue 86296).
    """
    if task.done():
        return
    task.cancel()
    again = asyncio.get_running_loop().call_later(_AGAIN_SECONDS, stop_soon, task)
    task.add_done_callback(lambda _: again.cancel())


async def stop(*tasks: asyncio.Future[Any]) -> None:
    """Cancel tasks and return once all are over, whatever they ended with."""
    for task in tasks:
        stop_soon(task)
    await asyncio.gather(*tasks, return_exceptions=True)
