"""The frame of a warm child: one job a line in, one answer a line out, partial answers before it.

Run as `python -P serve.py TASK.py [ARGUMENT ...]`; TASK.py has a function `answer(job, say, alarm)`. A second thread
watches stdin: when the parent is gone the child leaves, in the middle of a search if need be.
"""

from __future__ import annotations

import json
import os
import queue
import resource
import runpy
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

#: Address space beyond what a planner itself counts: libraries, thread stacks, the interpreter.
_MEMORY_HEADROOM_MB = 512
#: CPU time for a search to stop by itself once its own is over.
_CPU_GRACE_SECONDS = 0.5

Say = Callable[[dict[str, Any]], None]


class Alarm:
    """The end of a job's CPU time: what to call then, and whether it came."""

    def __init__(self) -> None:
        self.rang = False
        self._call: Callable[[], None] | None = None

    def rings(self, call: Callable[[], None]) -> None:
        """Says what to call; at once where the alarm rang already."""
        self._call = call
        if self.rang:
            call()

    def ring(self, *_: object) -> None:
        """The signal's handler."""
        self.rang = True
        if self._call is not None:
            self._call()


def main() -> None:
    """Answers jobs until stdin ends."""
    # Whatever a library prints goes to stderr: stdout is the parent's channel alone.
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_watch, args=(sys.stdin, jobs), daemon=True).start()
    path, *sys.argv = sys.argv[1:]
    sys.argv.insert(0, path)
    answer = runpy.run_path(path)["answer"]

    def say(line: dict[str, Any]) -> None:
        channel.write(json.dumps(line) + "\n")
        channel.flush()

    say({"ready": True})
    while True:
        say(_answered(json.loads(jobs.get()), answer, say))


def _watch(stdin: IO[str], jobs: queue.SimpleQueue[str]) -> None:
    for line in stdin:
        jobs.put(line)
    os._exit(0)


def _answered(job: dict[str, Any], answer: Callable[..., dict[str, Any]], say: Say) -> dict[str, Any]:
    cpu_before = time.process_time()

    def partial(news: dict[str, Any]) -> None:
        say({"id": job["id"], "partial": True, **news})

    try:
        with _limits(job.get("cpu_seconds"), job["memory_mb"]) as alarm:
            said = answer(job, partial, alarm)
    except MemoryError:
        said = {"status": "OUT_OF_MEMORY"}
    if alarm.rang:
        # Whatever came after the limit is none of the answer: else the machine's pace would show in it.
        said = {"status": "CPU_TIMEOUT"}
    return {"id": job["id"], "cpu_seconds": time.process_time() - cpu_before, **said}


@contextmanager
def _limits(cpu_seconds: float | None, memory_mb: int) -> Iterator[Alarm]:
    """Bounds one job: CPU time by a profiling timer that rings an alarm, and address space.

    The kernel counts RLIMIT_CPU in whole seconds over the life of a process; the timer counts this job's CPU
    time in milliseconds. A job that does not stop soon after it ends with the child (SIGVTALRM, then SIGXCPU).
    """
    alarm = Alarm()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, ((memory_mb + _MEMORY_HEADROOM_MB) * 1024 * 1024, hard))
    if cpu_seconds is not None:
        used = time.process_time()
        _, hard_cpu = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used + cpu_seconds) + 2, hard_cpu))
        signal.signal(signal.SIGPROF, alarm.ring)
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
        signal.setitimer(signal.ITIMER_VIRTUAL, cpu_seconds + _CPU_GRACE_SECONDS)
    try:
        yield alarm
    except TimeoutError:
        # What an alarm may raise; anything else that is out of time has a status of its own.
        if not alarm.rang:
            raise
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        if cpu_seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (hard_cpu, hard_cpu))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
