"""Work that ends when somebody asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

Value = TypeVar("Value")


async def unless_stopped(stop: asyncio.Event | None, work: Coroutine[None, None, Value]) -> Value | None:
    """Return what the work comes to; None where `stop` is set before that."""
    working = asyncio.ensure_future(work)
    stopped = asyncio.ensure_future(asyncio.Event().wait() if stop is None else stop.wait())
    try:
        await asyncio.wait((working, stopped), return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        for each in (working, stopped):
            each.cancel()
