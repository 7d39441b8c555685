"""What Ctrl-C means to a run that was handed in: it goes on at the services."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from plancritic.command_line.terminal import Console


@contextmanager
def says_the_run_goes_on(run_id: str) -> Iterator[None]:
    """Say on standard error, where what is inside is interrupted, that the run goes on and how to follow or stop it."""
    try:
        yield
    except (KeyboardInterrupt, asyncio.CancelledError):
        Console(stderr=True, soft_wrap=True).print(
            f"interrupted: run {run_id} goes on; `plancritic show {run_id[:12]}` shows its result, "
            f"`plancritic cancel {run_id[:12]}` stops it"
        )
        raise
