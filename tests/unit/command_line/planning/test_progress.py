from __future__ import annotations

import asyncio
import os
import signal

import pytest

from plancritic.command_line.planning.progress import interrupt_that_stops


async def test_the_first_interrupt_only_stops_and_the_next_is_handled_as_before(
    capsys: pytest.CaptureFixture[str],
) -> None:
    taken: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: taken.append(number))
    try:
        with interrupt_that_stops("ending with the best plan so far") as stop:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.wait_for(stop.wait(), 10)
            assert taken == []
            os.kill(os.getpid(), signal.SIGINT)
        assert taken == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)
    assert "ending with the best plan so far" in capsys.readouterr().err


async def test_without_an_interrupt_everything_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupt_that_stops("ending") as stop:
        assert not stop.is_set()
    assert signal.getsignal(signal.SIGINT) is before
