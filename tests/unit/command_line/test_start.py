"""Ctrl-C at any moment of a command's start ends it with 130 and without a traceback."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from tests.support.program import PROGRAM

from plancritic.command_line import exit_codes
from plancritic.command_line.exit_codes import run
from plancritic.command_line.start import is_importing

WATERWAY = Path(__file__).resolve().parents[3] / "domains" / "waterway"


@pytest.mark.parametrize("arguments", [("plan", WATERWAY / "domain.pddl", WATERWAY / "problems/2.pddl", "--anytime")])
@pytest.mark.parametrize("seconds", [0.3, 0.5, 0.7, 0.9, 1.1, 1.3])
def test_an_interrupt_while_a_command_imports_ends_it(arguments: tuple[str | Path, ...], seconds: float) -> None:
    process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # The start tells nothing of where it is: the moments are what the test is about.
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    # The first one may ask for the best plan so far.
    with suppress(subprocess.TimeoutExpired):
        process.wait(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert "Traceback" not in errors and "Exception ignored" not in errors
    # A plan may have been found; the interpreter itself may have ended meanwhile.
    assert process.returncode in (130, 0, -signal.SIGINT), errors


def test_an_interrupt_in_the_middle_of_an_import_ends_the_program_at_once(tmp_path: Path) -> None:
    # A library that takes every error of an import for a missing part, as many do, loses KeyboardInterrupt.
    (tmp_path / "slow_to_import.py").write_text(
        "import time\ntry:\n    print('importing', flush=True)\n    time.sleep(20)\nexcept BaseException:\n    pass\n"
    )
    program = (
        "import signal, sys\n"
        "from plancritic.command_line import start\n"
        "signal.signal(signal.SIGINT, start.interrupt)\n"
        "import slow_to_import\n"
        "print('it went on')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "importing\n"
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=15)
    assert (process.returncode, output, errors) == (130, "", "interrupted\n")


def test_outside_of_an_import_the_usual_exception_comes() -> None:
    assert not is_importing(sys._getframe())


def test_work_that_swallows_the_first_cancellation_is_cancelled_again() -> None:
    async def work() -> None:
        asyncio.get_running_loop().call_later(0.1, signal.raise_signal, signal.SIGINT)
        with suppress(asyncio.CancelledError):  # as some libraries do
            await asyncio.sleep(30)
        await asyncio.sleep(30)

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run(work(), cleanup_seconds=0.3)
    assert time.monotonic() - started < 20


def test_a_clean_up_that_may_take_its_time_is_not_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exit_codes, "_CLEANUP_SECONDS", 0.1)
    cleaned = []

    async def work() -> None:
        asyncio.get_running_loop().call_later(0.1, signal.raise_signal, signal.SIGINT)
        try:
            await asyncio.sleep(30)
        finally:
            # Longer than a clean-up may take that has a limit.
            await asyncio.sleep(0.3)
            cleaned.append(True)

    with pytest.raises(KeyboardInterrupt):
        run(work(), cleanup_seconds=None)
    assert cleaned
