"""A search in a thread and an event loop of its own: its thinking keeps the service from nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource, Judgement
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.threads import in_thread

#: Searches with a source of feedback.
Search = Callable[[FeedbackSource], Awaitable[Refinement]]


class GivenUpError(Exception):
    """Nobody waits for the search any more."""


class _Passed:
    """A source that belongs to another event loop."""

    def __init__(self, source: FeedbackSource, loop: asyncio.AbstractEventLoop) -> None:
        self._source = source
        self._loop = loop
        self.is_given_up = False

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        if self.is_given_up:
            raise GivenUpError
        return await asyncio.wrap_future(
            asyncio.run_coroutine_threadsafe(_judged(self._source, domain, kinds), self._loop)
        )


async def _judged(source: FeedbackSource, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
    return await source.judge(domain, kinds)


async def searched(search: Search, source: FeedbackSource) -> Refinement:
    """Return what a search finds; once this is cancelled, the search ends at its next judgement."""
    passed = _Passed(source, asyncio.get_running_loop())

    async def work() -> Refinement:
        return await search(passed)

    try:
        return await in_thread(lambda: asyncio.run(work()))
    finally:
        passed.is_given_up = True
