"""Engines' children: run once or asked while they stay, and how they ended, in words of the verdict vocabulary."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from plancritic.contracts.planning import Cancelled, EngineCrashed, OutOfMemory, SolveLimits, TimedOut
from plancritic.engines.children.limits import backstop_seconds, child_limits
from plancritic.engines.children.pool import ChildPool, NotReady, PoolClosed
from plancritic.engines.children.process import ChildResult, Ending, run_child, signal_name
from plancritic.engines.children.warm import ChildGone
from plancritic.engines.interface import PlanningRequest
from plancritic.engines.outcome import Outcome, timed

_ALLOCATION_FAILED = ("bad_alloc", "Cannot allocate memory", "out of memory", "MemoryError")
#: Ways in which a child ends that ran out of its CPU time without stopping by itself.
_CPU_SIGNALS = (-signal.SIGPROF, -signal.SIGVTALRM, -signal.SIGXCPU)


async def one_run(
    engine: str,
    command: Sequence[str | Path],
    request: PlanningRequest,
    read: Callable[[ChildResult, PlanningRequest], Outcome],
    collect: str | None = None,
) -> Outcome:
    """Return what `read` finds in a run of an executable beside the request's `domain.pddl` and `problem.pddl`.

    `collect` is a pattern of the files that the run leaves and `read` wants.
    """
    started = time.monotonic()
    try:
        result = await run_child(
            command,
            child_limits(request.limits),
            files={"domain.pddl": request.domain, "problem.pddl": request.problem},
            stop=request.stop,
            collect=collect,
        )
    except OSError as error:
        return EngineCrashed(engine=engine, message=f"{command[0]} cannot be started: {error}")
    return timed(read(result, request), time.monotonic() - started)


async def asked(
    engine: str,
    pool: ChildPool,
    job: dict[str, Any],
    deadline_seconds: float,
    request: PlanningRequest,
    on_partial: Callable[[dict[str, Any]], None] | None = None,
) -> dict[str, Any] | Cancelled | TimedOut | OutOfMemory | EngineCrashed:
    """Return a warm child's answer to a job of the request, or why there is none."""
    try:
        return await pool.ask(job, deadline_seconds, request.stop, on_partial)
    except NotReady:
        if request.stop is not None and request.stop.is_set():
            return Cancelled(engine=engine)
        return reached_limit(engine, request.limits, cpu=False)
    except PoolClosed:
        return Cancelled(engine=engine)
    except OSError as error:
        return EngineCrashed(engine=engine, message=f"the engine's process cannot be started: {error}")
    except ChildGone as lost:
        return gone(engine, lost, request.limits)


def reached_limit(engine: str, limits: SolveLimits, cpu: bool) -> TimedOut:
    """Return the limit that was reached, by the clock that told it: the wall clock tells the backstop in seconds."""
    if cpu:
        return TimedOut(engine=engine, limit_seconds=limits.seconds, clock="cpu")
    return TimedOut(engine=engine, limit_seconds=backstop_seconds(limits), clock="wall")


def gone(engine: str, lost: ChildGone, limits: SolveLimits) -> Cancelled | TimedOut | OutOfMemory | EngineCrashed:
    """Return why a warm child was lost."""
    if lost.reason == "stopped":
        return Cancelled(engine=engine)
    if lost.reason == "silent":
        return reached_limit(engine, limits, cpu=False)
    if lost.exit_code in _CPU_SIGNALS and limits.deterministic:
        return reached_limit(engine, limits, cpu=True)
    if any(sign in lost.stderr for sign in _ALLOCATION_FAILED):
        return OutOfMemory(engine=engine, limit_mb=limits.memory_mb)
    garbage = lost.reason == "garbage"
    return EngineCrashed(
        engine=engine,
        signal=None if garbage else signal_name(lost.exit_code),
        exit_code=None if garbage or lost.exit_code is None or lost.exit_code < 0 else lost.exit_code,
        message=("the engine answered garbage. " if garbage else "") + lost.stderr[-2_000:],
    )


def ended_by_force(
    engine: str, result: ChildResult, limits: SolveLimits
) -> Cancelled | TimedOut | OutOfMemory | EngineCrashed | None:
    """Return what ended the child, where it was not itself; None where it exited of its own accord, memory apart."""
    if result.ending is Ending.STOPPED:
        return Cancelled(engine=engine)
    if result.ending in (Ending.WALL_LIMIT, Ending.CPU_LIMIT):
        return reached_limit(engine, limits, cpu=limits.deterministic and result.ending is Ending.CPU_LIMIT)
    if any(sign in result.stderr for sign in _ALLOCATION_FAILED):
        return OutOfMemory(engine=engine, limit_mb=limits.memory_mb)
    if result.ending is Ending.OUTPUT_LIMIT:
        return EngineCrashed(engine=engine, message="killed because it wrote more output than any answer has")
    if result.ending is Ending.SIGNALLED:
        return EngineCrashed(engine=engine, signal=result.signal_name, message=result.stderr_tail)
    return None
