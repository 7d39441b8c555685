"""Tasks that are told to end."""

from __future__ import annotations

import asyncio

from plancritic.threads import stop, stop_soon


async def _deaf_once(heard: list[str]) -> None:
    """Go on after a first cancellation, as `asyncio.wait_for` of Python 3.11 makes one do."""
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        heard.append("once")
    await asyncio.Event().wait()


async def test_a_task_that_missed_its_cancellation_is_cancelled_again() -> None:
    heard: list[str] = []
    task = asyncio.create_task(_deaf_once(heard))
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await stop(task)
    assert (heard, task.cancelled()) == (["once"], True)


async def test_short_clean_up_is_not_interrupted() -> None:
    cleaned = asyncio.Event()

    async def careful() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.05)
            cleaned.set()

    task = asyncio.create_task(careful())
    await asyncio.sleep(0)
    await stop(task)
    assert cleaned.is_set()


async def test_what_is_over_or_fails_raises_nothing() -> None:
    async def failing() -> None:
        raise ValueError("it fails")

    tasks = [asyncio.create_task(failing()), asyncio.create_task(asyncio.sleep(0))]
    await asyncio.wait(tasks)
    await stop(*tasks)
    stop_soon(tasks[0])
    await stop()


async def test_who_is_told_twice_has_no_less_time_to_clean_up() -> None:
    cancelled = 0

    async def slow() -> None:
        nonlocal cancelled
        end = asyncio.get_running_loop().time() + 2.5
        while (left := end - asyncio.get_running_loop().time()) > 0:
            try:
                await asyncio.sleep(left)
            except asyncio.CancelledError:
                cancelled += 1

    task = asyncio.create_task(slow())
    await asyncio.sleep(0)
    for _ in range(3):
        stop_soon(task)
        await asyncio.sleep(0)
    await task
    assert cancelled == 2
