"""The limits of a child process: wall time, CPU time, memory and output; the default of a job is in `SolveLimits`."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.contracts.planning import SolveLimits

#: Wall seconds are only a far backstop in deterministic mode: for a child that sleeps or swaps.
_BACKSTOP_FACTOR, _BACKSTOP_SECONDS = 20.0, 60.0
#: The largest file that a child may write: translated tasks of large problems take some megabytes.
FILE_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """What a child may use. Seconds of wall time, seconds of CPU time, MiB of address space, bytes of output and of
    each file that it writes.

    Without `cpu_seconds` the CPU limit is the wall limit and a second: it ends a child whose parent was killed.
    """

    wall_seconds: float
    cpu_seconds: float | None = None
    memory_mb: int | None = None
    output_bytes: int = 16 * 1024 * 1024
    file_bytes: int = FILE_BYTES


def child_limits(limits: SolveLimits) -> ChildLimits:
    """Return the limits of a child that works on one job alone."""
    return ChildLimits(
        wall_seconds=backstop_seconds(limits),
        cpu_seconds=limits.seconds if limits.deterministic else None,
        memory_mb=limits.memory_mb,
    )


def backstop_seconds(limits: SolveLimits) -> float:
    """Wall seconds after which a child is killed."""
    return limits.seconds * _BACKSTOP_FACTOR + _BACKSTOP_SECONDS if limits.deterministic else limits.seconds
