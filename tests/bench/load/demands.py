"""CPU seconds that the processes of a stack have used, by service; the broker's among them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import psutil

from plancritic.local.processes import Processes

BROKER = "broker"


def cpu_seconds(processes: Processes) -> dict[str, float]:
    """Return the CPU seconds so far of each service with its children, and of the broker."""
    found: dict[str, float] = {}
    for child in processes.children:
        found[child.service] = found.get(child.service, 0.0) + _of(child.process.pid)
    for each in psutil.Process().children():
        with suppress(psutil.Error):
            if "nats-server" in each.name():
                found[BROKER] = found.get(BROKER, 0.0) + _of(each.pid)
    return found


def per_run(before: Mapping[str, float], after: Mapping[str, float], runs: int) -> dict[str, float]:
    """Return the CPU seconds of each service for one of so many runs."""
    return {name: round((after[name] - before.get(name, 0.0)) / max(runs, 1), 4) for name in sorted(after)}


def _of(pid: int) -> float:
    """CPU seconds of a process and its children, those that have ended among them."""
    total = 0.0
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        for each in (process, *process.children(recursive=True)):
            with suppress(psutil.Error):
                times = each.cpu_times()
                total += times.user + times.system + times.children_user + times.children_system
    return total
