"""Waiting in a test for what has to come about, by asking for it again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

_AGAIN_SECONDS = 0.02


async def until(holds: Callable[[], bool | Awaitable[bool]], seconds: float = 10.0) -> None:
    """Return once `holds` answers True; it may be asked of another process.

    Raises:
        AssertionError: it has not answered so within `seconds`.
    """
    clock = asyncio.get_running_loop().time
    end = clock() + seconds
    while True:
        answer = holds()
        if answer if isinstance(answer, bool) else await answer:
            return
        assert clock() < end, f"it did not come about within {seconds:g} s"
        await asyncio.sleep(_AGAIN_SECONDS)
