"""Freed memory is given back again and again, where the C library can."""

from __future__ import annotations

import asyncio

import pytest

from plancritic.bus.observability.freed_memory import give_back, malloc_trim


async def test_it_is_given_back_every_so_often_until_cancelled() -> None:
    asked: list[int] = []
    often = asyncio.Event()

    def trim(left: int) -> None:
        asked.append(left)
        if len(asked) == 3:
            loop.call_soon_threadsafe(often.set)

    loop = asyncio.get_running_loop()
    giving = asyncio.create_task(give_back(trim, every=0.001))
    await asyncio.wait_for(often.wait(), 10)
    giving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await giving
    assert set(asked) == {0}


async def test_another_c_library_has_nothing_to_give_back() -> None:
    await asyncio.wait_for(give_back(None, every=100.0), 10)


def test_glibc_says_whether_there_was_something() -> None:
    trim = malloc_trim()
    assert trim is not None, "the wheels that this project needs are made for glibc"
    assert trim(0) in (0, 1)
