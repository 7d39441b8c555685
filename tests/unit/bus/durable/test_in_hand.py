"""What a copy works on, run by run."""

from __future__ import annotations

import asyncio

import pytest

from plancritic.bus.durable.in_hand import BrokenOff, WorkInHand


async def work(begun: asyncio.Event) -> str:
    begun.set()
    await asyncio.Event().wait()
    return "never"


async def test_all_work_of_a_cancelled_run_is_broken_off_and_no_other() -> None:
    in_hand, begun = WorkInHand(), [asyncio.Event() for _ in range(3)]
    tasks = [
        asyncio.create_task(in_hand.unless_broken_off(run, work(event)))
        for run, event in zip(("a", "a", "b"), begun, strict=True)
    ]
    await asyncio.gather(*(each.wait() for each in begun))
    in_hand.break_off("a")
    for each in tasks[:2]:
        with pytest.raises(BrokenOff):
            await each
    assert not tasks[2].done()
    tasks[2].cancel()
    with pytest.raises(asyncio.CancelledError):
        await tasks[2]


async def test_work_that_something_else_ends_is_not_taken_for_cancelled_and_leaves_nothing_behind() -> None:
    in_hand, begun = WorkInHand(), asyncio.Event()
    task = asyncio.create_task(in_hand.unless_broken_off("a", work(begun)))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    in_hand.break_off("a")
    assert await in_hand.unless_broken_off("a", asyncio.sleep(0, "done")) == "done"
