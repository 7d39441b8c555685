"""What the kernel offers to confine children with, and the command that starts one confined."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import structlog

from plancritic.engines.confinement.supervisor import filters_system_calls, landlock_version

_log = structlog.get_logger("plancritic.engines.confinement")

#: What a child may reach: nothing, or processes that it started itself.
Network = Literal["none", "loopback"]

_SUPERVISOR = Path(__file__).with_name("supervisor.py")
#: Versions of Landlock's interface since which it has what we use.
_LANDLOCK_FILES, _LANDLOCK_SCOPES = 1, 6


@dataclass(frozen=True)
class Confinement:
    """What holds for every child here."""

    files: bool
    scopes: bool
    system_calls: bool

    @property
    def missing(self) -> tuple[str, ...]:
        """Return what this kernel does not keep children from, in words."""
        found = []
        if not self.files:
            found.append("writing outside their scratch folder (Landlock, Linux 5.13)")
        if not self.scopes:
            found.append("signals to other processes (Landlock 6, Linux 6.12)")
        if not self.system_calls:
            found.append(
                "the network, modes and times of files, leaving their process group (seccomp on x86-64, AArch64)"
            )
        return tuple(found)

    def __str__(self) -> str:
        return (
            f"child processes are not prevented from: {'; '.join(self.missing)}"
            if self.missing
            else "children are confined"
        )


@cache
def confinement() -> Confinement:
    """Return what the kernel of this machine offers."""
    version = landlock_version()
    return Confinement(
        files=version >= _LANDLOCK_FILES,
        scopes=version >= _LANDLOCK_SCOPES,
        system_calls=filters_system_calls(),
    )


@cache
def report_confinement() -> Confinement:
    """Write one line to the log where the kernel lacks something, the first time; return what there is."""
    found = confinement()
    if found.missing:
        _log.warning("children are not fully confined", not_kept_from=list(found.missing))
    return found


def confined_command(
    command: Sequence[str],
    writable: str,
    file_bytes: int,
    cpu_seconds: int | None = None,
    memory_bytes: int | None = None,
    network: Network = "none",
) -> tuple[str, ...]:
    """Return the command that starts `command` confined, for a session of its own.

    With `network` "loopback" its processes may talk to each other by internet sockets, in a network of their own.

    Raises:
        FileNotFoundError, PermissionError: there is no such program, or it cannot be run.
    """
    report_confinement()
    program = shutil.which(command[0])
    if program is None:
        if Path(command[0]).exists():
            raise PermissionError(13, os.strerror(13), command[0])
        raise FileNotFoundError(2, os.strerror(2), command[0])
    # -I, -S: nothing but the standard library, whatever the environment says.
    supervisor = (sys.executable, "-I", "-S", str(_SUPERVISOR), str(os.getpid()), writable, network)
    limits = ("-" if limit is None else str(limit) for limit in (file_bytes, cpu_seconds, memory_bytes))
    return (*supervisor, *limits, *command)
