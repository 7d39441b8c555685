"""Child processes that never outlive this program."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

#: Becomes the child after asking the kernel to kill it when its parent dies (PR_SET_PDEATHSIG is 1).
#: A program of its own, because code between fork and exec is unsafe in a parent with threads.
_LAUNCHER = (
    "import ctypes, os, sys; ctypes.CDLL(None).prctl(1, 9, 0, 0, 0); "
    "os.getppid() == int(sys.argv[1]) or os._exit(1); os.execvp(sys.argv[2], sys.argv[2:])"
)


async def start_child(
    command: Sequence[str], log_file: Path, environment: Mapping[str, str]
) -> asyncio.subprocess.Process:
    """Start a child in a process group of its own, its output appended to `log_file`.

    The group keeps Ctrl-C from reaching it before we have said goodbye; the kernel takes it along when
    this program is killed (when the thread that started it ends, to be exact).
    """
    log_file.parent.mkdir(parents=True, exist_ok=True)
    with log_file.open("ab") as log:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *("-I", "-S", "-c", _LAUNCHER, str(os.getpid())),
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=dict(environment),
            start_new_session=True,
        )


async def stop_child(process: asyncio.subprocess.Process, grace: float) -> None:
    """SIGTERM, then after `grace` seconds SIGKILL, to the child and whatever it started."""
    if process.returncode is None:
        signal_group(process.pid, signal.SIGTERM)
        try:
            async with asyncio.timeout(grace):
                await process.wait()
        except TimeoutError:
            pass
    signal_group(process.pid, signal.SIGKILL)
    await process.wait()


def signal_group(group: int, number: signal.Signals) -> None:
    """Send a signal to a process group that may be gone."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return


def log_tail(log_file: Path, lines: int = 20) -> str:
    """Return the last lines of a log."""
    try:
        return "\n".join(log_file.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])
    except OSError:
        return "(no log)"
