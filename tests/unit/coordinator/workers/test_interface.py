"""Requests that go out together: their answers, and what becomes of one whose partner fails."""

from __future__ import annotations

import asyncio

import pytest

from plancritic.coordinator.workers.interface import both


async def test_two_requests_wait_for_each_other_and_keep_their_places() -> None:
    ready = asyncio.Event()

    async def waits() -> int:
        await ready.wait()
        return 1

    async def lets_go() -> str:
        ready.set()
        return "two"

    async with asyncio.timeout(5):
        assert await both(waits(), lets_go()) == (1, "two")


async def test_where_one_request_fails_the_other_is_given_up_and_the_fault_is_raised_as_it_is() -> None:
    given_up = asyncio.Event()

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            given_up.set()

    async def failing() -> None:
        await asyncio.sleep(0)
        raise ValueError("no answer")

    with pytest.raises(ValueError, match="no answer"):
        await both(endless(), failing())
    assert given_up.is_set()
