"""Every way to misbehave is answered within the limit, and nothing stays behind."""

import asyncio
import contextlib
import sys
import time
from pathlib import Path

import psutil
import pytest

from plancritic.engines.children.limits import ChildLimits
from plancritic.engines.children.process import ChildResult, Ending, run_child

SLACK_SECONDS = 3.0


async def run_python(program: str, **limits: object) -> ChildResult:
    return await run_child(
        (sys.executable, "-I", "-c", program),
        ChildLimits(**{"wall_seconds": 1.0, **limits}),  # type: ignore[arg-type]
    )


def is_gone(pid: int) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    return True


async def all_gone(*pids: int) -> bool:
    """Whether all end; a killed process takes a moment to leave the table."""
    for _ in range(100):
        if all(map(is_gone, pids)):
            return True
        await asyncio.sleep(0.02)
    return False


async def test_an_obedient_child_is_heard() -> None:
    result = await run_python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)")
    assert (result.ending, result.exit_code) == (Ending.EXITED, 3)
    assert (result.stdout, result.stderr_tail) == ("out\n", "err")


async def test_files_lie_in_the_childs_own_folder_which_is_gone_afterwards() -> None:
    result = await run_child(
        (sys.executable, "-I", "-c", "import os; print(os.getcwd()); print(open('a.pddl').read())"),
        ChildLimits(wall_seconds=5),
        files={"a.pddl": "(text)"},
    )
    folder, text = result.stdout.split()
    assert text == "(text)"
    assert not await asyncio.to_thread(Path(folder).exists)


async def test_a_hang_ends_at_the_wall_limit() -> None:
    started = time.monotonic()
    result = await run_python("import time; time.sleep(600)", wall_seconds=0.5)
    assert result.ending is Ending.WALL_LIMIT
    assert time.monotonic() - started < 0.5 + SLACK_SECONDS


async def test_a_child_that_ignores_polite_signals_is_killed() -> None:
    program = "import signal,time\nfor s in (15, 2, 1): signal.signal(s, signal.SIG_IGN)\ntime.sleep(600)"
    assert (await run_python(program, wall_seconds=0.5)).ending is Ending.WALL_LIMIT


async def test_a_crash_names_its_signal() -> None:
    result = await run_python(
        "import os, sys; print('last words', file=sys.stderr, flush=True); os.kill(os.getpid(), 11)"
    )
    assert (result.ending, result.signal_name) == (Ending.SIGNALLED, "SIGSEGV")
    assert result.stderr_tail == "last words"


async def test_cpu_time_is_limited() -> None:
    result = await run_python("while True: pass", wall_seconds=20.0, cpu_seconds=1.0)
    assert result.ending is Ending.CPU_LIMIT


async def test_memory_is_limited() -> None:
    result = await run_python("x = bytearray(4 * 1024**3); print(len(x))", wall_seconds=5.0, memory_mb=512)
    assert result.exit_code == 1
    assert "MemoryError" in result.stderr


async def test_endless_output_is_cut_and_its_author_killed() -> None:
    started = time.monotonic()
    result = await run_python("while True: print('x' * 1000)", wall_seconds=20.0, output_bytes=100_000)
    assert result.ending is Ending.OUTPUT_LIMIT
    assert len(result.stdout) == 100_000
    assert time.monotonic() - started < SLACK_SECONDS


async def test_children_of_the_child_die_with_it() -> None:
    program = (
        "import subprocess, sys\n"
        "p = subprocess.Popen([sys.executable, '-I', '-c', 'import time; time.sleep(600)'])\n"
        "print(p.pid, flush=True)"
    )
    started = time.monotonic()
    result = await run_python(program, wall_seconds=10.0)
    assert result.ending is Ending.EXITED
    assert time.monotonic() - started < SLACK_SECONDS, "a grandchild that holds the pipes must not keep us waiting"
    assert await all_gone(int(result.stdout))


async def test_a_descendant_that_left_the_session_dies_too() -> None:
    program = (
        "import subprocess, sys, time\n"
        "p = subprocess.Popen([sys.executable, '-I', '-c', 'import time; time.sleep(600)'], start_new_session=True)\n"
        "print(p.pid, flush=True); time.sleep(600)"
    )
    result = await run_python(program, wall_seconds=0.7)
    assert result.ending is Ending.WALL_LIMIT
    assert await all_gone(int(result.stdout))


async def test_garbage_is_text_all_the_same() -> None:
    result = await run_python("import sys; sys.stdout.buffer.write(bytes(range(256)) * 10)")
    assert result.ending is Ending.EXITED
    assert "\ufffd" in result.stdout


async def test_cancelling_kills_the_child() -> None:
    before = psutil.Process().children(recursive=True)
    task = asyncio.create_task(run_python("import time; time.sleep(600)", wall_seconds=60.0))
    started: list[psutil.Process] = []
    for _ in range(500):
        started = [each for each in psutil.Process().children(recursive=True) if each not in before]
        if len(started) == 2:
            break
        await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(started) == 2, "the supervisor and the child"
    assert await all_gone(*(each.pid for each in started))


@pytest.mark.parametrize("name", ["/tmp/mine.pddl", "folder/mine.pddl", "../mine.pddl", "..", ""])
async def test_a_file_name_that_leads_out_of_the_scratch_folder_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not a plain file name"):
        await run_child(("true",), ChildLimits(wall_seconds=1), files={name: "overwritten"})


async def test_an_executable_is_found_from_our_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tool").symlink_to("/bin/echo")
    monkeypatch.chdir(tmp_path)
    result = await run_child((Path("tool"), "heard"), ChildLimits(wall_seconds=5))
    assert result.stdout == "heard\n"


async def test_a_missing_executable_is_an_os_error() -> None:
    with pytest.raises(FileNotFoundError):
        await run_child(("/nowhere/planner",), ChildLimits(wall_seconds=1))


async def test_the_child_sees_no_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    result = await run_python("import os; print('OPENAI_API_KEY' in os.environ)")
    assert result.stdout == "False\n"
