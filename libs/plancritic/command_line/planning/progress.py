"""A line on the terminal while a search goes on, gone when it is over; and what Ctrl-C means to the search."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

from plancritic.command_line.terminal import Console

#: Shorter waits are not worth a line.
_PATIENCE_SECONDS = 1.0


@asynccontextmanager
async def waiting(what: str, limit: float) -> AsyncIterator[None]:
    """Show on standard error what is running and since when; nothing unless it is a terminal.

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


@contextmanager
def interrupt_that_stops(what: str) -> Iterator[asyncio.Event]:
    """Yield an event that the first Ctrl-C sets, printing `what`; the second Ctrl-C interrupts as usual."""
    loop, stop, before = asyncio.get_running_loop(), asyncio.Event(), signal.getsignal(signal.SIGINT)

    def restore() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)

    def interrupt() -> None:
        restore()
        stop.set()
        Console(stderr=True, soft_wrap=True).print(what)

    loop.add_signal_handler(signal.SIGINT, interrupt)
    try:
        yield stop
    finally:
        if not stop.is_set():
            restore()


async def _show(console: Console, what: str, limit: float) -> None:
    started = time.monotonic()
    await asyncio.sleep(_PATIENCE_SECONDS)
    with console.status(what) as status:
        while True:
            status.update(f"{what}: {time.monotonic() - started:.0f} s (a search may take {limit:g} s)")
            await asyncio.sleep(0.5)
