"""Work in threads is bounded by who waits for it, and no end waits for it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest

from plancritic.threads import DaemonExecutor, in_thread

_PROGRAM = """
import asyncio, threading
from plancritic.threads import DaemonExecutor, leave

async def main():
    asyncio.get_running_loop().set_default_executor(DaemonExecutor())
    asyncio.ensure_future(asyncio.to_thread(threading.Event().wait))
    await asyncio.sleep(0.1)
    print("told")

asyncio.run(main())
leave(7)
"""


async def test_what_takes_longer_than_it_may_is_given_up() -> None:
    over = threading.Event()
    with pytest.raises(TimeoutError):
        await in_thread(over.wait, 0.05)
    over.set()


async def test_results_and_errors_come_back() -> None:
    def fail() -> None:
        raise KeyError("lost")

    assert await in_thread(lambda: 3, 10) == 3
    with pytest.raises(KeyError, match="lost"):
        await in_thread(fail)
    asyncio.get_running_loop().set_default_executor(DaemonExecutor())
    assert await asyncio.to_thread(max, 2, 5) == 5
    with pytest.raises(KeyError, match="lost"):
        await asyncio.to_thread(fail)


def test_a_process_ends_with_its_exit_code_although_work_is_left() -> None:
    command = [sys.executable, "-c", _PROGRAM]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        output, errors = program.communicate(timeout=60)
    assert (program.returncode, output.strip(), errors) == (7, "told", "")
