"""The deadline of a run, which holds whoever continues it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime

from plancritic.coordinator.runs.checkpoint import RunCheckpoint


def seconds_left(checkpoint: RunCheckpoint, reserve: float = 0.0) -> float | None:
    """Return the wall seconds to the deadline less the reserve; None in deterministic mode, which has no deadline.

    While the run waited for a person the deadline stood still.
    """
    deadline = checkpoint.started.deadline
    if deadline is None:
        return None
    left = (deadline - datetime.now(UTC)).total_seconds() + checkpoint.seconds_waited
    return max(left - reserve, 0.0)


def seconds_since_start(checkpoint: RunCheckpoint) -> float:
    """Return the wall seconds since the run started."""
    return max((datetime.now(UTC) - checkpoint.started.started).total_seconds(), 0.0)


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
