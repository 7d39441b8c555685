"""A line on the terminal while a search goes on, gone when it is over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from rich.console import Console

#: Shorter waits are not worth a line.
_PATIENCE_SECONDS = 1.0


@asynccontextmanager
async def waiting(what: str, limit: float) -> AsyncIterator[None]:
    """Shows on standard error what goes on and since when; nothing where no person looks at it.

    `limit` is the limit of one search in seconds; explaining and improving may take longer.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    line = asyncio.create_task(_show(console, what, limit))
    try:
        yield
    finally:
        line.cancel()
        with suppress(asyncio.CancelledError):
            await line


async def _show(console: Console, what: str, limit: float) -> None:
    started = time.monotonic()
    await asyncio.sleep(_PATIENCE_SECONDS)
    with console.status(what) as status:
        while True:
            status.update(f"{what}: {time.monotonic() - started:.0f} s (a search may take {limit:g} s)")
            await asyncio.sleep(0.5)
