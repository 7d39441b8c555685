"""The warm child of the Kairos engine: one problem a line in, one answer a line out, better plans before it.

Run as `python -m plancritic.engines.kairos_worker`. It imports nothing but Kairos, so that a new child is
there in a twentieth of a second, and keeps parsed domains by their text. A second thread watches stdin: when
the parent is gone the child leaves, in the middle of a search if need be.
"""

from __future__ import annotations

import json
import os
import queue
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

import kairos

_DOMAINS_KEPT = 32
#: Address space beyond what Kairos itself counts: libraries, thread stacks, the interpreter.
_MEMORY_HEADROOM_MB = 512
#: CPU time for a search to stop by itself once its own is over.
_CPU_GRACE_SECONDS = 0.5
Say = Callable[[dict[str, Any]], None]


def main() -> None:
    """Answers jobs until stdin ends."""
    # Whatever a native library prints goes to stderr: stdout is the parent's channel alone.
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_watch, args=(sys.stdin, jobs), daemon=True).start()

    def say(line: dict[str, Any]) -> None:
        channel.write(json.dumps(line) + "\n")
        channel.flush()

    domains: dict[tuple[str, str], Any] = {}
    while True:
        say(_answer(json.loads(jobs.get()), domains, say))


def _watch(stdin: IO[str], jobs: queue.SimpleQueue[str]) -> None:
    for line in stdin:
        jobs.put(line)
    os._exit(0)


def _answer(job: dict[str, Any], domains: dict[tuple[str, str], Any], say: Say) -> dict[str, Any]:
    cpu_before = time.process_time()
    try:
        with _limits(job.get("cpu_seconds"), job["memory_mb"]) as alarm:
            answer = _solve(job, domains, say, alarm)
    except kairos.PddlError as error:
        answer = {"status": "PDDL_ERROR", "diagnostics": [_diagnostic(d) for d in error.diagnostics]}
    except MemoryError:
        answer = {"status": "OUT_OF_MEMORY"}
    return {"id": job["id"], "cpu_seconds": time.process_time() - cpu_before, **answer}


def _solve(job: dict[str, Any], domains: dict[tuple[str, str], Any], say: Say, alarm: Alarm) -> dict[str, Any]:
    key = (job["domain"], job["domain_file"])
    domain = domains.get(key)
    if domain is None:
        domain = kairos.parse_domain(job["domain"], job["domain_file"])
        if len(domains) >= _DOMAINS_KEPT:
            domains.pop(next(iter(domains)))
        domains[key] = domain
    problem = kairos.parse_problem(job["problem"], domain, job["problem_file"])
    options = {name: job[key] for name, key in (("engine", "core"), ("search", "search")) if job.get(key)}
    anytime = bool(job.get("anytime"))

    def better(plan: Any, *_: Any) -> None:
        if not alarm.rang:
            say({"id": job["id"], "partial": True, "plan": plan.to_string(kairos.PlanFormat.IPC)})

    search = kairos.Planner().start(
        problem,
        on_plan=better if anytime else None,
        timeout=job["timeout"],
        anytime=anytime,
        memory_limit_mb=job["memory_mb"],
        threads=1,
        **options,
    )
    alarm.rings(search.stop)
    result = search.wait()
    plan = result.plan
    if alarm.rang:
        # Whatever came after the limit is none of the answer: else the machine's pace would show in it.
        return {"status": "CPU_TIMEOUT"}
    stopped = (kairos.StopReason.TIMEOUT, kairos.StopReason.STOPPED, kairos.StopReason.MEMORY_LIMIT)
    return {
        "status": result.status.name,
        "plan": None if plan is None else plan.to_string(kairos.PlanFormat.IPC),
        "complete": not anytime or result.stop_reason not in stopped,
        "diagnostics": [_diagnostic(d) for d in result.diagnostics],
    }


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


@contextmanager
def _limits(cpu_seconds: float | None, memory_mb: int) -> Iterator[Alarm]:
    """Bounds one job: CPU time by a profiling timer that stops the search, and address space.

    The kernel counts RLIMIT_CPU in whole seconds over the life of a process; the timer counts this job's CPU
    time in milliseconds. A search that does not stop soon after it ends with the child (SIGVTALRM, then SIGXCPU).
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
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        if cpu_seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (hard_cpu, hard_cpu))


def _diagnostic(diagnostic: Any) -> dict[str, Any]:
    place = diagnostic.location
    return {
        "severity": diagnostic.severity.name,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "file": "" if place is None else place.file,
        "line": 0 if place is None else place.line,
        "column": 0 if place is None else place.column,
    }


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
