"""The deadline of a run, which holds whoever continues it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint


def seconds_left(checkpoint: RunCheckpoint, reserve: float = 0.0) -> float | None:
    """Return the seconds to the deadline less the reserve; None in deterministic mode, which has no deadline.

    Only the time in which somebody carries the run counts, each by their own clock: while the run waits for a person or
    for another copy the deadline stands still.
    """
    if checkpoint.started.deadline is None:
        return None
    return max(checkpoint.settings.deadline_seconds - checkpoint.seconds_carried - reserve, 0.0)


def seconds_since_start(checkpoint: RunCheckpoint) -> float:
    """Return the seconds since the run started, the time included in which it waited for a person."""
    return checkpoint.seconds_carried + checkpoint.seconds_waited


async def until_deadline(checkpoint: RunCheckpoint, part: Coroutine[None, None, None], reserve: float = 0.0) -> bool:
    """Do a part of the run until the deadline less the reserve, and return whether it came to its end."""
    try:
        async with asyncio.timeout(seconds_left(checkpoint, reserve)) as limit:
            await part
    except TimeoutError:
        # Whoever else timed out inside has to be heard.
        if not limit.expired():
            raise
        return False
    return True
