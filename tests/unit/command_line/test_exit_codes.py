from __future__ import annotations

import subprocess
import sys
import time

BUSY = """
import asyncio, sys, time
from plancritic.command_line import exit_codes

async def work():
    try:
        print("busy", flush=True)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            pass
    finally:
        print("cleaned up", flush=True)

try:
    exit_codes.run(work())
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_one_ctrl_c_ends_work_that_never_lets_the_event_loop_run() -> None:
    import signal

    with subprocess.Popen([sys.executable, "-c", BUSY], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "busy\n"
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    assert said == "cleaned up\n"
    assert time.monotonic() - started < 4
