"""What a data card counts: how many of each sort, and the CPU time that making them took."""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterable


def counted(values: Iterable[str]) -> dict[str, int]:
    """How often each value occurs, by value in order."""
    return dict(sorted(Counter(values).items()))


def cpu_seconds_used() -> float:
    """CPU time of this process and of its children that have ended."""
    return sum(
        use.ru_utime + use.ru_stime for use in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )
