from __future__ import annotations

import asyncio

import pytest

from plancritic.command_line.interruption import says_the_run_goes_on


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, asyncio.CancelledError])
def test_whoever_interrupts_is_told_that_the_run_goes_on(
    interruption: type[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(interruption), says_the_run_goes_on("0123456789abcdef"):
        raise interruption
    printed = capsys.readouterr().err
    assert "run 0123456789abcdef goes on" in printed
    assert "plancritic cancel 0123456789ab" in printed


def test_nothing_is_told_of_a_run_that_ends_or_fails(capsys: pytest.CaptureFixture[str]) -> None:
    with says_the_run_goes_on("0123456789abcdef"):
        pass
    with pytest.raises(ValueError, match="bad"), says_the_run_goes_on("0123456789abcdef"):
        raise ValueError("bad")
    assert capsys.readouterr().err == ""
