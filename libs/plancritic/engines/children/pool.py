"""Warm children of one kind: as many solves at once as there are children, a dead one replaced ahead of need."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from tempfile import TemporaryDirectory
from typing import Any

from plancritic.engines.children.warm import ChildGone, WarmChild
from plancritic.engines.confinement import Network
from plancritic.paths.scratch import scratch_folder


class PoolClosed(Exception):
    """The pool was closed before or during the job."""


class NotReady(Exception):
    """The deadline passed while the child was still loading its libraries; it goes on, for the next job."""


class ChildPool:
    """At most `children` processes of one command, started when first needed, each working on one job at a time.

    With `announced`, children that take long to load are waited for until they say that they are ready. `network` is
    what they may reach.
    """

    def __init__(
        self, command: Sequence[str], children: int, announced: bool = False, network: Network = "none"
    ) -> None:
        self._network = network
        self._announced = announced
        self._command = tuple(command)
        self._turn = asyncio.Semaphore(children)
        self._idle: list[WarmChild] = []
        self._busy: set[WarmChild] = set()
        self._replacing: set[asyncio.Task[None]] = set()
        self._closed = False
        self._job = 0
        self._folder: TemporaryDirectory[str] | None = None

    def job_folder(self) -> TemporaryDirectory[str]:
        """Return a new folder for the files of one job, which goes when it is closed; only our children write there."""
        return TemporaryDirectory(dir=self._shared_folder(), ignore_cleanup_errors=True)

    async def ask(
        self,
        job: dict[str, Any],
        deadline_seconds: float,
        stop: asyncio.Event | None = None,
        on_partial: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """One job in an idle child; the deadline runs from when a child takes it.

        Raises `ChildGone` where the child was lost over it, `NotReady`, `PoolClosed`, `OSError` where none can be
        started.
        """
        async with self._turn:
            if self._closed:
                raise PoolClosed
            child = await self._child()
            self._busy.add(child)
            self._job += 1
            try:
                if self._announced:
                    started = time.monotonic()
                    if not await child.ready(deadline_seconds, stop):
                        raise NotReady
                    deadline_seconds -= time.monotonic() - started
                return await child.ask({"id": self._job, **job}, deadline_seconds, stop, on_partial)
            except ChildGone:
                if self._closed:
                    raise PoolClosed from None
                # The next job finds a child that is through with its imports.
                task = asyncio.create_task(self._replace())
                self._replacing.add(task)
                task.add_done_callback(self._replacing.discard)
                raise
            finally:
                self._busy.discard(child)
                if child.alive and not self._closed:
                    self._idle.append(child)

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    async def close(self) -> None:
        """Kills all children; jobs under way raise `PoolClosed`."""
        self._closed = True
        for task in tuple(self._replacing):
            with contextlib.suppress(OSError):
                await task
        children = [*self._idle, *self._busy]
        self._idle.clear()
        for child in children:
            await child.kill()
        if self._folder is not None:
            self._folder.cleanup()

    async def _child(self) -> WarmChild:
        for task in tuple(self._replacing):
            with contextlib.suppress(OSError):
                await task
        while self._idle:
            child = self._idle.pop()
            if child.alive:
                return child
            await child.kill()  # reaps one that died between two jobs
        return await WarmChild.start(self._command, folder=self._shared_folder(), network=self._network)

    def _shared_folder(self) -> str:
        """The folder in which the children may write, and nowhere else: a child cannot be given another one later."""
        if self._folder is None:
            self._folder = scratch_folder("pool")
        return self._folder.name

    async def _replace(self) -> None:
        with contextlib.suppress(OSError):  # the next job will meet it again and say so
            self._idle.append(await WarmChild.start(self._command, folder=self._shared_folder(), network=self._network))
