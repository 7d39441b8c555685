"""How a child ended, in words of the verdict vocabulary, where it left no plan."""

from __future__ import annotations

import signal

from plancritic.contracts.planning import Cancelled, EngineCrashed, OutOfMemory, SolveLimits, TimedOut
from plancritic.engines.child_process import ChildLimits, ChildResult, Ending, signal_name
from plancritic.engines.warm_child import ChildGone

#: Wall seconds are only a far backstop in deterministic mode: for a child that sleeps or swaps.
_BACKSTOP_FACTOR, _BACKSTOP_SECONDS = 20.0, 60.0
_ALLOCATION_FAILED = ("bad_alloc", "Cannot allocate memory", "out of memory", "MemoryError")
#: Ways in which a child ends that ran out of its CPU time without stopping by itself.
_CPU_SIGNALS = (-signal.SIGPROF, -signal.SIGVTALRM, -signal.SIGXCPU)


def child_limits(limits: SolveLimits) -> ChildLimits:
    """The limits of a child that works on one job alone."""
    return ChildLimits(
        wall_seconds=backstop_seconds(limits),
        cpu_seconds=limits.seconds if limits.deterministic else None,
        memory_mb=limits.memory_mb,
    )


def backstop_seconds(limits: SolveLimits) -> float:
    """Wall seconds after which a child is killed."""
    return limits.seconds * _BACKSTOP_FACTOR + _BACKSTOP_SECONDS if limits.deterministic else limits.seconds


def reached_limit(engine: str, limits: SolveLimits, cpu: bool) -> TimedOut:
    """The limit that was reached, by the clock that told it: the wall clock tells the backstop in seconds."""
    if cpu:
        return TimedOut(engine=engine, limit_seconds=limits.seconds, clock="cpu")
    return TimedOut(engine=engine, limit_seconds=backstop_seconds(limits), clock="wall")


def gone(engine: str, lost: ChildGone, limits: SolveLimits) -> Cancelled | TimedOut | OutOfMemory | EngineCrashed:
    """Why a warm child was lost."""
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
    """What ended the child, where it was not itself; None where it exited of its own accord, memory apart."""
    if result.ending is Ending.STOPPED:
        return Cancelled(engine=engine)
    if result.ending in (Ending.WALL_LIMIT, Ending.CPU_LIMIT):
        return reached_limit(engine, limits, cpu=limits.deterministic and result.ending is Ending.CPU_LIMIT)
    if any(sign in result.stderr for sign in _ALLOCATION_FAILED):
        return OutOfMemory(engine=engine, limit_mb=limits.memory_mb)
    if result.ending is Ending.OUTPUT_LIMIT:
        return EngineCrashed(engine=engine, message="more output than any answer has: killed")
    if result.ending is Ending.SIGNALLED:
        return EngineCrashed(engine=engine, signal=result.signal_name, message=result.stderr_tail)
    return None
