"""Whatever an engine's executable does, the answer comes within the limit and a second, and nothing stays behind."""

import asyncio
import contextlib
import secrets
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from plancritic.contracts.planning import SolveLimits, SyntaxFault
from plancritic.engines import Engine, PlanFound, PlanningRequest
from plancritic.engines.capabilities.manifests import manifest
from plancritic.engines.planners.kairos import KairosEngine
from plancritic.engines.planners.kstar import KStarEngine
from plancritic.engines.planners.lpg import LpgEngine
from plancritic.engines.planners.optic import OpticEngine
from plancritic.engines.planners.sas_search import build_folder
from plancritic.engines.planners.unified import FAST_DOWNWARD, UnifiedEngine

pytestmark = pytest.mark.fault
CASES = Path(__file__).parents[1] / "cases"
LIMIT_SECONDS = 1.0
#: The answer is promised within the limit and this.
PROMISED_SECONDS = 1.0
#: No part of the promise: what a machine with two cores that runs other tests beside takes to start an interpreter and
#: to come back to this one. Alone, the slowest of these answers come 0.8 s after the limit, 0.99 s where memory that no
#: limit bounds has to be given back.
BUSY_SECONDS = 1.0
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


def request(case: str) -> PlanningRequest:
    return PlanningRequest(
        (CASES / case / "domain.pddl").read_text(),
        (CASES / case / "problem.pddl").read_text(),
        SolveLimits(seconds=LIMIT_SECONDS, memory_mb=512),
    )


IMPORTS = "import os, signal, subprocess, sys, time"


def executable(folder: Path, body: str, name: str = "engine") -> Path:
    path = folder / name
    path.write_text(f"#!{sys.executable} -I\n{IMPORTS}\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def child(body: str, first: str = "sys.stdin.readline()") -> tuple[str, ...]:
    """The command of a child that stays, were it not for what it does."""
    return (sys.executable, "-I", "-c", f"{IMPORTS}\n{first}\n{body}\n")


def kstar_search(folder: Path, body: str) -> Engine:
    """K* with its own translator and another search."""
    wheel = build_folder("kstar_planner")
    assert wheel is not None
    (folder / "translate").symlink_to(wheel / "translate")
    executable(folder, body, "downward")
    return KStarEngine(manifest("kstar"), folder=folder)


def kstar_translator(folder: Path, body: str) -> Engine:
    """K* with another translator."""
    (folder / "translate").mkdir()
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    program = f"{IMPORTS}\nclass pddl_parser:\n    def open(*files):\n{lines}\n"
    (folder / "translate" / "translate.py").write_text(program)
    return KStarEngine(manifest("kstar"), folder=folder)


def unified(body: str, ready: bool) -> Engine:
    announce = "print('{\"ready\": true}', flush=True); sys.stdin.readline()" if ready else "pass"
    return UnifiedEngine(FAST_DOWNWARD, manifest("fast-downward"), command=child(body, announce))


#: For each part that may misbehave, an engine with it in place and a problem that it takes.
ROADS: dict[str, tuple[str, Callable[[Path, str], Engine]]] = {
    "optic": ("courier", lambda folder, body: OpticEngine(executable(folder, body))),
    "lpg": ("courier", lambda folder, body: LpgEngine(manifest("lpg"), executable(folder, body))),
    "kairos": ("courier", lambda folder, body: KairosEngine(children=1, command=child(body))),
    "kstar-search": ("benchmarks/gripper", kstar_search),
    "kstar-translator": ("benchmarks/gripper", kstar_translator),
    "unified": ("benchmarks/gripper", lambda folder, body: unified(body, ready=True)),
    "unified-loading": ("benchmarks/gripper", lambda folder, body: unified(body, ready=False)),
}


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("how", MISBEHAVIOUR)
async def test_the_answer_comes_in_time_and_nothing_is_left(road: str, how: str, tmp_path: Path) -> None:
    mark = f"left-by-{secrets.token_hex(8)}"
    case, create = ROADS[road]
    engine = create(tmp_path, MISBEHAVIOUR[how].replace("{mark!r}", repr(mark)))
    asked = request(case)
    started = time.monotonic()
    outcome = await engine.solve(asked)
    seconds = time.monotonic() - started
    await engine.close()
    assert not isinstance(outcome, PlanFound | SyntaxFault)
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
