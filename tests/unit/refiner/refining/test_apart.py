from __future__ import annotations

import asyncio
import threading
import time

import pytest

from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource, Judgement
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.refiner.refining.apart import searched

ALL: frozenset[FeedbackKind] = frozenset({"plan", "landmark"})


class Source:
    def __init__(self) -> None:
        self.loops: list[asyncio.AbstractEventLoop] = []

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        self.loops.append(asyncio.get_running_loop())
        return Judgement()


async def test_a_search_that_thinks_for_long_does_not_hold_up_who_waits_for_it() -> None:
    source = Source()

    async def search(feedback: FeedbackSource) -> Refinement:
        time.sleep(0.5)  # noqa: ASYNC251 - what a search may do
        await feedback.judge("d", ALL)
        return Refinement("d", (), ())

    searching = asyncio.create_task(searched(search, source))
    beats = 0
    while not searching.done():
        await asyncio.sleep(0.01)
        beats += 1
    assert searching.result().domain == "d"
    assert source.loops == [asyncio.get_running_loop()], "candidates are judged where the bus is"
    assert beats > 5


async def test_a_search_that_nobody_waits_for_ends_at_its_next_judgement() -> None:
    ended = threading.Event()

    async def search(feedback: FeedbackSource) -> Refinement:
        try:
            while True:
                await feedback.judge("d", ALL)
                await asyncio.sleep(0.01)
        finally:
            ended.set()

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await searched(search, Source())
    assert await asyncio.to_thread(ended.wait, 5)


async def test_what_a_search_raises_reaches_who_waits_for_it() -> None:
    async def search(_feedback: FeedbackSource) -> Refinement:
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        await searched(search, Source())
