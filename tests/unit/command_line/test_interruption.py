from __future__ import annotations

import asyncio

import pytest

from plancritic.command_line.interruption import told_that_it_goes_on


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, asyncio.CancelledError])
def test_whoever_interrupts_is_told_that_the_run_goes_on(
    interruption: type[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(interruption), told_that_it_goes_on("0123456789abcdef"):
        raise interruption
    told = capsys.readouterr().err
    assert "run 0123456789abcdef continues" in told
    assert "plancritic cancel 0123456789ab" in told


def test_nothing_is_told_of_a_run_that_ends_or_fails(capsys: pytest.CaptureFixture[str]) -> None:
    with told_that_it_goes_on("0123456789abcdef"):
        pass
    with pytest.raises(ValueError, match="bad"), told_that_it_goes_on("0123456789abcdef"):
        raise ValueError("bad")
    assert capsys.readouterr().err == ""
