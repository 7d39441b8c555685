"""The program `plancritic` in a process of its own for each call, forked from one that has imported it already.

Run as a script it is the server: a line of JSON on standard input asks for a call, a line on standard output answers
how it ended. `Programs` is the client. A call that hangs, or takes too much memory, harms nobody but itself.
"""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from tests.support.program import CHECKOUT, program_environment

#: What a call may map at most: far above what is asserted, so that a bomb ends before the machine's memory does.
ADDRESS_SPACE = 6 * 1024**3
_POLL_SECONDS = 0.005


@dataclass(frozen=True)
class Ended:
    """How a call ended: its exit status (a signal is negative; None where it was killed at its limit), what it took."""

    status: int | None
    seconds: float
    cpu_seconds: float
    peak_bytes: int
    output: str
    errors: str


class Programs:
    """Calls of the program, one after another."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.support.fork_server"],
            cwd=CHECKOUT,
            env=program_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.close()
        self._server.wait(30)
        self._server.stdout.close()

    def run(
        self,
        arguments: Sequence[str],
        folder: Path,
        limit: float,
        cpu_limit: float,
        environment: Mapping[str, str] | None = None,
    ) -> Ended:
        """Call the program in a folder; after `limit` wall seconds it is killed, with its children.

        A process that has used `cpu_limit` seconds of processor time is killed, too.
        """
        assert self._server.stdin is not None and self._server.stdout is not None
        asked = {
            "arguments": list(arguments),
            "folder": str(folder),
            "limit": limit,
            "cpu_limit": cpu_limit,
            "environment": dict(environment or {}),
        }
        self._server.stdin.write(json.dumps(asked) + "\n")
        self._server.stdin.flush()
        answer = json.loads(self._server.stdout.readline())
        return Ended(
            **answer,
            output=(folder / ".stdout").read_text(encoding="utf-8", errors="replace"),
            errors=(folder / ".stderr").read_text(encoding="utf-8", errors="replace"),
        )


@dataclass(frozen=True)
class _Measured:
    status: int | None
    seconds: float
    cpu_seconds: float
    peak_bytes: int


def _serve() -> None:
    import plancritic.command_line.planning.explain
    import plancritic.command_line.planning.plan
    import plancritic.command_line.planning.validate
    import plancritic.command_line.root
    import plancritic.domains.examination
    import plancritic.engines.registry
    import plancritic.verdicts  # noqa: F401 - imported once, for all calls

    for line in sys.stdin:
        print(json.dumps(asdict(_call(json.loads(line)))), flush=True)


def _call(asked: Mapping[str, object]) -> _Measured:
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        _become_program(asked)
    limit = float(str(asked["limit"]))
    while True:
        ended, status, usage = os.wait4(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() - started > limit:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            _, _, usage = os.wait4(child, 0)
            status = None
            break
        time.sleep(_POLL_SECONDS)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return _Measured(
        status=None if status is None else os.waitstatus_to_exitcode(status),
        seconds=time.monotonic() - started,
        cpu_seconds=usage.ru_utime + usage.ru_stime,
        peak_bytes=usage.ru_maxrss * 1024,
    )


def _become_program(asked: Mapping[str, object]) -> None:
    from plancritic.command_line.root import main

    code = 70
    try:
        os.setsid()
        os.chdir(str(asked["folder"]))
        for descriptor, name in ((1, ".stdout"), (2, ".stderr")):
            opened = os.open(name, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
            os.dup2(opened, descriptor)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        cpu_limit = math.ceil(float(str(asked["cpu_limit"])))
        for kind, limit in ((resource.RLIMIT_AS, ADDRESS_SPACE), (resource.RLIMIT_CPU, cpu_limit)):
            # The soft one alone: the program gives its own children limits of theirs.
            resource.setrlimit(kind, (limit, resource.getrlimit(kind)[1]))
        environment = asked["environment"]
        assert isinstance(environment, dict)
        os.environ.update(environment)
        arguments = asked["arguments"]
        assert isinstance(arguments, list)
        main(arguments)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001 - what Python itself would do with it
        sys.excepthook(*sys.exc_info())
        code = 1
    finally:
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    _serve()
