"""What a copy of a service works on, run by run, so that it can break off what belongs to a cancelled run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from plancritic.threads import stop_soon

Value = TypeVar("Value")


class BrokenOff(Exception):
    """The work was broken off: its run is cancelled."""


class WorkInHand:
    """The tasks of each run that this copy works on."""

    def __init__(self) -> None:
        self._tasks: dict[str, set[asyncio.Future[Any]]] = {}

    async def unless_broken_off(self, run: str, work: Awaitable[Value]) -> Value:
        """Return what comes of work for a run.

        Raises:
            BrokenOff: `break_off` was called for the run meanwhile.
            asyncio.CancelledError: something else ended the work: this copy is told to stop, say.
        """
        task = asyncio.ensure_future(work)
        tasks = self._tasks.setdefault(run, set())
        tasks.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            # Where something else ended it, the task is still in the set.
            if task in tasks:
                raise
            raise BrokenOff(run) from None
        finally:
            tasks.discard(task)
            if not tasks and self._tasks.get(run) is tasks:
                del self._tasks[run]

    def break_off(self, run: str) -> None:
        """End all work for the run; there may be none."""
        tasks = self._tasks.pop(run, set())
        ended = tuple(tasks)
        tasks.clear()
        for task in ended:
            stop_soon(task)
