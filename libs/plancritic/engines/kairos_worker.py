"""The warm child of the Kairos engine: one problem a line in, one answer a line out.

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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

import kairos

_DOMAINS_KEPT = 32
#: Address space beyond what Kairos itself counts: libraries, thread stacks, the interpreter.
_MEMORY_HEADROOM_MB = 512


def main() -> None:
    """Answers jobs until stdin ends."""
    # Whatever a native library prints goes to stderr: stdout is the parent's channel alone.
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_watch, args=(sys.stdin, jobs), daemon=True).start()
    domains: dict[tuple[str, str], Any] = {}
    while True:
        answer = _answer(json.loads(jobs.get()), domains)
        channel.write(json.dumps(answer) + "\n")
        channel.flush()


def _watch(stdin: IO[str], jobs: queue.SimpleQueue[str]) -> None:
    for line in stdin:
        jobs.put(line)
    os._exit(0)


def _answer(job: dict[str, Any], domains: dict[tuple[str, str], Any]) -> dict[str, Any]:
    cpu_before = time.process_time()
    try:
        with _limits(job.get("cpu_seconds"), job["memory_mb"]):
            answer = _solve(job, domains)
    except kairos.PddlError as error:
        answer = {"status": "PDDL_ERROR", "diagnostics": [_diagnostic(d) for d in error.diagnostics]}
    except MemoryError:
        answer = {"status": "OUT_OF_MEMORY"}
    return {"id": job["id"], "cpu_seconds": time.process_time() - cpu_before, **answer}


def _solve(job: dict[str, Any], domains: dict[tuple[str, str], Any]) -> dict[str, Any]:
    key = (job["domain"], job["domain_file"])
    domain = domains.get(key)
    if domain is None:
        domain = kairos.parse_domain(job["domain"], job["domain_file"])
        if len(domains) >= _DOMAINS_KEPT:
            domains.pop(next(iter(domains)))
        domains[key] = domain
    problem = kairos.parse_problem(job["problem"], domain, job["problem_file"])
    result = kairos.Planner().solve(
        problem, timeout=job["timeout"], anytime=False, memory_limit_mb=job["memory_mb"], threads=1
    )
    plan = result.plan
    return {
        "status": result.status.name,
        "plan": None if plan is None else plan.to_string(kairos.PlanFormat.IPC),
        "diagnostics": [_diagnostic(d) for d in result.diagnostics],
    }


@contextmanager
def _limits(cpu_seconds: float | None, memory_mb: int) -> Iterator[None]:
    """Bounds one job: CPU time by a profiling timer (SIGPROF ends the child) and address space.

    The kernel counts RLIMIT_CPU in whole seconds over the life of a process; the timer counts this job's CPU
    time in milliseconds, and RLIMIT_CPU (SIGXCPU) stands behind it.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, ((memory_mb + _MEMORY_HEADROOM_MB) * 1024 * 1024, hard))
    if cpu_seconds is not None:
        used = time.process_time()
        _, hard_cpu = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used + cpu_seconds) + 2, hard_cpu))
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
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
