"""Children that can be killed: own session and scratch folder; wall, CPU, memory and output limits.

A child is started without a shell in a session of its own by a supervisor that confines it (`confinement`), and dies
with its whole process group, which nothing in it can leave. Where the kernel cannot see to that a mark in the
environment finds descendants that left the group. Linux only.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import secrets
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import IO

from plancritic.engines.children.limits import ChildLimits
from plancritic.engines.confinement import confined_command, confinement
from plancritic.paths.scratch import scratch_folder

MARK = "PLANCRITIC_CHILD"
#: What a child may inherit: never the parent's credentials.
_INHERITED = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TZ", "PYTHONPATH", "VIRTUAL_ENV")
_CHUNK = 65_536
_STDERR_TAIL = 4_000


class Ending(StrEnum):
    """Why a child is no more."""

    EXITED = "exited"
    SIGNALLED = "signalled"
    WALL_LIMIT = "wall_limit"
    CPU_LIMIT = "cpu_limit"
    OUTPUT_LIMIT = "output_limit"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class ChildResult:
    """How a child ended and what it said; `exit_code` is negative for a signal, as in `subprocess`.

    `files` are the texts collected from its scratch folder, by name.
    """

    ending: Ending
    exit_code: int
    stdout: str
    stderr: str
    seconds: float
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def signal_name(self) -> str | None:
        """`SIGSEGV` and the like where a signal ended it."""
        return signal_name(self.exit_code)

    @property
    def stderr_tail(self) -> str:
        """The last words on stderr."""
        return self.stderr[-_STDERR_TAIL:].strip()


def signal_name(exit_code: int | None) -> str | None:
    """Return the name of the signal that a negative exit code stands for, else None."""
    if exit_code is None or exit_code >= 0:
        return None
    try:
        return signal.Signals(-exit_code).name
    except ValueError:
        return f"signal {-exit_code}"


async def run_child(
    command: Sequence[str | Path],
    limits: ChildLimits,
    files: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
    sweep: bool = True,
    stop: asyncio.Event | None = None,
    collect: str | None = None,
    stdin: Path | None = None,
) -> ChildResult:
    """Runs a command to its end or to a limit, in a scratch folder that holds `files`.

    A `Path` in the command is one from our working folder, a string is handed on as it is. `files` are texts by
    bare names. Cancelling kills the group too. With `sweep` descendants that left the process group are looked for
    where the kernel lets them leave it (a walk over /proc, a few milliseconds). Setting `stop` ends the child at once.
    The texts that it left under names matching `collect` come back, whichever way it ended; past `output_bytes` they
    are cut. It reads `stdin`, else nothing. Raises `OSError` where the executable cannot be started, `ValueError` for
    a file name that leads out of the scratch folder.
    """
    for name in files or {}:
        if name in ("", ".", "..") or "/" in name:
            raise ValueError(f"{name!r} is not a plain file name: it could name a file outside the scratch folder")
    # The child works elsewhere: there a relative path would name something else.
    words = [str(part.absolute()) if isinstance(part, Path) else part for part in command]
    with scratch_folder("child") as scratch:
        for name, text in (files or {}).items():
            # Small texts into a fresh folder; a thread for each would take longer than the writing.
            Path(scratch, name).write_text(text, encoding="utf-8")  # noqa: ASYNC240
        # Read by the child alone: opened here, closed when it has its own.
        with Path(os.devnull if stdin is None else stdin).open("rb") as source:  # noqa: ASYNC230
            result = await _run(words, limits, scratch, environment or {}, sweep, stop, source)
        if collect is None:
            return result
        return replace(result, files=await asyncio.to_thread(_collected, Path(scratch), collect, limits.output_bytes))


def _collected(scratch: Path, pattern: str, most: int) -> dict[str, str]:
    texts: dict[str, str] = {}
    for path in sorted(scratch.glob(pattern)):
        # A link or a pipe could lead out of the folder, or never end.
        if most > 0 and path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                data = file.read(most)
            most -= len(data)
            texts[path.name] = data.decode("utf-8", "replace")
    return texts


async def _run(
    command: Sequence[str],
    limits: ChildLimits,
    scratch: str,
    environment: Mapping[str, str],
    sweep: bool,
    stop: asyncio.Event | None,
    stdin: IO[bytes],
) -> ChildResult:
    started = time.monotonic()
    mark = secrets.token_hex(8)
    cpu = limits.cpu_seconds if limits.cpu_seconds is not None else limits.wall_seconds + 1
    process = await asyncio.create_subprocess_exec(
        *confined_command(
            command,
            scratch,
            limits.file_bytes,
            max(1, math.ceil(cpu)),
            None if limits.memory_mb is None else limits.memory_mb * 1024 * 1024,
        ),
        stdin=stdin,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=scratch,
        env=child_environment(mark, scratch, environment),
        start_new_session=True,
    )
    stdout, stderr = bytearray(), bytearray()
    ending: Ending | None = None
    stopping = None if stop is None else asyncio.create_task(_kill_when(stop, process.pid))
    try:
        async with asyncio.timeout(limits.wall_seconds):
            within = await asyncio.gather(
                _drain(process.stdout, stdout, limits.output_bytes, process.pid),
                _drain(process.stderr, stderr, limits.output_bytes, process.pid),
                _end_of_leader(process.pid),
            )
            if not all(within):
                ending = Ending.OUTPUT_LIMIT
    except TimeoutError:
        ending = Ending.WALL_LIMIT
    finally:
        if stopping is not None:
            stopping.cancel()
        kill_group(process.pid)
        if sweep and not confinement().system_calls:
            kill_marked(mark)
        exit_code = await asyncio.shield(process.wait())
        _close(process)
    if ending is None:
        ending = Ending.EXITED if exit_code >= 0 else Ending.SIGNALLED
        if exit_code == -signal.SIGXCPU:
            ending = Ending.CPU_LIMIT
        elif exit_code == -signal.SIGKILL and stop is not None and stop.is_set():
            ending = Ending.STOPPED
    return ChildResult(
        ending=ending,
        exit_code=exit_code,
        stdout=stdout.decode("utf-8", "replace"),
        stderr=stderr.decode("utf-8", "replace"),
        seconds=time.monotonic() - started,
    )


async def _kill_when(stop: asyncio.Event, group: int) -> None:
    await stop.wait()
    kill_group(group)


async def _drain(stream: asyncio.StreamReader | None, into: bytearray, most: int, group: int) -> bool:
    """Reads a stream to its end; past `most` bytes kills the group and answers False."""
    if stream is None:
        return True
    while chunk := await stream.read(_CHUNK):
        into += chunk
        if len(into) > most:
            del into[most:]
            kill_group(group)
            return False
    return True


async def _end_of_leader(pid: int) -> bool:
    """Waits for the child and ends its group: a grandchild that holds the pipes would keep us reading.

    By a file descriptor of the process, because asyncio's `wait` returns only when the pipes are closed too.
    """
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:  # ended and reaped already
        kill_group(pid)
        return True
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()
    loop.add_reader(descriptor, lambda: None if ended.done() else ended.set_result(None))
    try:
        await ended
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)
        kill_group(pid)
    return True


def child_environment(mark: str, scratch: str, extra: Mapping[str, str]) -> dict[str, str]:
    """Return what a child sees of the environment: a few harmless names, its own folder, its mark, and `extra`."""
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return {**inherited, "HOME": scratch, "TMPDIR": scratch, MARK: mark, **extra}


def kill_group(leader: int) -> None:
    """Kills a child's process group; it may be gone already."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def kill_marked(mark: str) -> None:
    """Kills every process that carries a child's mark, wherever it moved to.

    Looks again until none is found, so that one that forks while we look does not slip through.
    """
    wanted = f"{MARK}={mark}".encode()
    for _ in range(10):
        found = [pid for pid in _own_processes() if _carries(pid, wanted)]
        if not found:
            return
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


def _own_processes() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _carries(pid: int, wanted: bytes) -> bool:
    try:
        return wanted in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def _close(process: asyncio.subprocess.Process) -> None:
    """Closes the pipes of a child that was killed, so that nothing waits for their end."""
    transport = getattr(process, "_transport", None)
    if transport is not None:
        transport.close()
