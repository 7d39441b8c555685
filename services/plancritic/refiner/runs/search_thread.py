"""A search in a thread and an event loop of its own: its thinking keeps the service from nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource, Judgement
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.threads import in_thread

Value = TypeVar("Value")


class Trees(Protocol):
    """Keeps the tree of a search, so that another copy can go on from it."""

    async def kept(self) -> str | None:
        """Return the tree kept last; None where there is none."""
        ...

    async def keep(self, tree: str) -> None:
        """Keep a tree in the place of the one before."""
        ...


#: Searches with a source of feedback, and perhaps from a kept tree on.
Search = Callable[[FeedbackSource, Trees], Awaitable[Refinement]]


class GivenUpError(Exception):
    """Nobody waits for the search any more."""


class _Passed:
    """A source, and the keeping of trees, that belong to another event loop; and the search that uses them."""

    def __init__(self, source: FeedbackSource, trees: Trees, loop: asyncio.AbstractEventLoop) -> None:
        self._source = source
        self._trees = trees
        self._loop = loop
        self._is_given_up = False
        self._search: tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]] | None = None

    async def run(self, search: Search) -> Refinement:
        """Run the search in the loop of this call, until it ends or is given up."""
        task = asyncio.current_task()
        assert task is not None, "a coroutine runs in a task"
        # Before the look: who gives up sets the flag first, so that one of both is seen.
        self._search = asyncio.get_running_loop(), task
        if self._is_given_up:
            raise GivenUpError
        return await search(self, self)

    def give_up(self) -> None:
        """Break the search off where it waits next, for a judgement or for anything else. From any thread."""
        self._is_given_up = True
        if self._search is not None:
            loop, task = self._search
            # A loop that is closed has no search any more.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(task.cancel)

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        async def judged() -> Judgement:
            return await self._source.judge(domain, kinds)

        return await self._there(judged())

    async def kept(self) -> str | None:
        return await self._there(self._kept())

    async def keep(self, tree: str) -> None:
        await self._there(self._keep(tree))

    async def _kept(self) -> str | None:
        return await self._trees.kept()

    async def _keep(self, tree: str) -> None:
        await self._trees.keep(tree)

    async def _there(self, work: Coroutine[Any, Any, Value]) -> Value:
        if self._is_given_up:
            work.close()
            raise GivenUpError
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))


async def searched(search: Search, source: FeedbackSource, trees: Trees) -> Refinement:
    """Return what a search finds; once this is cancelled, the search ends where it waits next, or waits already."""
    passed = _Passed(source, trees, asyncio.get_running_loop())
    try:
        return await in_thread(lambda: asyncio.run(passed.run(search)))
    finally:
        passed.give_up()
