from __future__ import annotations

import asyncio
import threading

import pytest

from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource, Judgement
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.refiner.runs.search_thread import Trees, searched

ALL: frozenset[FeedbackKind] = frozenset({"plan", "landmark"})


class Source:
    def __init__(self) -> None:
        self.loops: list[asyncio.AbstractEventLoop] = []

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        self.loops.append(asyncio.get_running_loop())
        return Judgement()


class Kept:
    def __init__(self) -> None:
        self.tree: str | None = None

    async def kept(self) -> str | None:
        return self.tree

    async def keep(self, tree: str) -> None:
        self.tree = tree


async def test_a_search_that_thinks_for_long_does_not_hold_up_who_waits_for_it() -> None:
    source, beaten = Source(), threading.Event()

    async def search(feedback: FeedbackSource, _trees: Trees) -> Refinement:
        # As a search that thinks: its own loop stands still.
        beaten.wait(5)
        await feedback.judge("d", ALL)
        return Refinement("d", (), ())

    searching = asyncio.create_task(searched(search, source, Kept()))
    beats = 0
    while not searching.done():
        await asyncio.sleep(0.01)
        beats += 1
        if beats > 5:
            beaten.set()
    assert searching.result().domain == "d"
    assert source.loops == [asyncio.get_running_loop()], "candidates are judged where the bus is"
    assert beats > 5


async def test_a_search_that_nobody_waits_for_ends_at_its_next_judgement() -> None:
    ended = threading.Event()

    async def search(feedback: FeedbackSource, _trees: Trees) -> Refinement:
        try:
            while True:
                await feedback.judge("d", ALL)
                await asyncio.sleep(0.01)
        finally:
            ended.set()

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await searched(search, Source(), Kept())
    assert await asyncio.to_thread(ended.wait, 5)


class Endless(Source):
    """A source whose judgements never come."""

    def __init__(self) -> None:
        super().__init__()
        self.broken_off = threading.Event()

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        try:
            await asyncio.sleep(600)
        finally:
            self.broken_off.set()
        return Judgement()


async def test_a_search_that_nobody_waits_for_ends_while_it_waits_for_a_judgement() -> None:
    ended, source = threading.Event(), Endless()

    async def search(feedback: FeedbackSource, _trees: Trees) -> Refinement:
        try:
            await feedback.judge("d", ALL)
        finally:
            ended.set()
        raise AssertionError("no judgement comes")

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await searched(search, source, Kept())
    assert await asyncio.to_thread(ended.wait, 5)
    assert await asyncio.to_thread(source.broken_off.wait, 5), "what it waited for is broken off too"


async def test_a_search_that_nobody_waits_for_ends_while_it_waits_for_something_of_its_own() -> None:
    ended = threading.Event()

    async def search(_feedback: FeedbackSource, _trees: Trees) -> Refinement:
        try:
            # As for a language model.
            await asyncio.sleep(600)
        finally:
            ended.set()
        raise AssertionError("nothing comes")

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await searched(search, Source(), Kept())
    assert await asyncio.to_thread(ended.wait, 5)


async def test_what_a_search_raises_reaches_who_waits_for_it() -> None:
    async def search(_feedback: FeedbackSource, _trees: Trees) -> Refinement:
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        await searched(search, Source(), Kept())


async def test_a_tree_is_kept_and_found_again() -> None:
    trees = Kept()

    async def search(_feedback: FeedbackSource, kept: Trees) -> Refinement:
        before = await kept.kept()
        await kept.keep(f"{before} and more")
        return Refinement(str(before), (), ())

    assert (await searched(search, Source(), trees)).domain == "None"
    assert (await searched(search, Source(), trees)).domain == "None and more"
