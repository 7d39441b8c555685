"""Whatever an engine's executable does, the answer comes within the limit and a second, and nothing stays behind."""

import asyncio
import contextlib
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from plancritic.contracts.planning import SolveLimits
from plancritic.engines import Engine, PlanFound, PlanningRequest
from plancritic.engines.kairos import KairosEngine
from plancritic.engines.lpg import LpgEngine
from plancritic.engines.manifests import manifest
from plancritic.engines.optic import OpticEngine

pytestmark = pytest.mark.fault
CASES = Path(__file__).parents[1] / "cases" / "courier"
#: The second that is promised, and what a machine that runs other tests beside may add.
LIMIT_SECONDS, PROMISED_SECONDS, BUSY_SECONDS = 1.0, 1.0, 2.0
SLEEPER = "subprocess.Popen([sys.executable, '-I', '-c', 'import time; time.sleep(600)', {mark!r}], **how)"

MISBEHAVIOUR = {
    "hangs": "time.sleep(600)",
    "ignores every polite signal": "[signal.signal(s, signal.SIG_IGN) for s in (1, 2, 15)]; time.sleep(600)",
    "spins": "while True: pass",
    "forks a child that keeps the pipes": f"how = {{}}; {SLEEPER}",
    "forks a child into a session of its own": f"how = dict(start_new_session=True); {SLEEPER}; time.sleep(600)",
    "prints garbage": "sys.stdout.buffer.write(bytes(range(256)) * 100)",
    "prints without end": "while True: sys.stdout.write('x' * 100_000)",
    "complains without end": "while True: sys.stderr.write('x' * 100_000)",
    "eats memory": "x = [bytearray(10**8) for _ in range(10**4)]",
    "crashes": "os.kill(os.getpid(), signal.SIGSEGV)",
    "closes its output and sleeps": "os.close(1); os.close(2); time.sleep(600)",
}


@pytest.fixture
def request_() -> PlanningRequest:
    return PlanningRequest(
        (CASES / "domain.pddl").read_text(),
        (CASES / "problem.pddl").read_text(),
        SolveLimits(seconds=LIMIT_SECONDS, memory_mb=512),
    )


def executable(folder: Path, body: str) -> Path:
    path = folder / "engine"
    path.write_text(f"#!{sys.executable} -I\nimport os, signal, subprocess, sys, time\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def warm(folder: Path, body: str) -> Engine:
    program = f"import os, signal, subprocess, sys, time\nsys.stdin.readline()\n{body}\n"
    return KairosEngine(children=1, command=(sys.executable, "-I", "-c", program))


ROADS: dict[str, Callable[[Path, str], Engine]] = {
    "optic": lambda folder, body: OpticEngine(executable(folder, body)),
    "lpg": lambda folder, body: LpgEngine(manifest("lpg"), executable(folder, body)),
    "warm": warm,
}


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("how", MISBEHAVIOUR)
async def test_the_answer_comes_in_time_and_nothing_is_left(
    road: str, how: str, tmp_path: Path, request_: PlanningRequest
) -> None:
    mark = f"left-by-{tmp_path.name}-{road}"
    engine = ROADS[road](tmp_path, MISBEHAVIOUR[how].replace("{mark!r}", repr(mark)))
    started = time.monotonic()
    outcome = await engine.solve(request_)
    seconds = time.monotonic() - started
    await engine.close()
    assert not isinstance(outcome, PlanFound)
    assert seconds < LIMIT_SECONDS + PROMISED_SECONDS + BUSY_SECONDS
    for _ in range(100):
        if not left(mark):
            break
        await asyncio.sleep(0.02)
    assert not left(mark)


def left(mark: str) -> list[int]:
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if mark in process.cmdline():
                found.append(process.pid)
    return found
