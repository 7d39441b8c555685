"""When a refinement has to end, and the parts of it that may take some of its time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

#: Says whether some work has to end now.
IsOver = Callable[[], bool]
#: The share of the time that is kept for the end of a refinement.
ENDING = 0.15


class Limit:
    """The time of a refinement: its search ends first, so that time is left to say how sure it is."""

    def __init__(self, seconds: float = math.inf) -> None:
        now = time.monotonic()
        self._end = now + seconds
        self._until = now + seconds * (1 - ENDING) if seconds < math.inf else math.inf

    @property
    def left(self) -> float:
        """Seconds that are left; none is 0."""
        return max(0.0, self._until - time.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether it has to end now."""
        return time.monotonic() >= self._until

    def end_search(self) -> None:
        """Let what comes after the search have the time that was kept for it."""
        self._until = self._end

    def computing(self, seconds: float) -> IsOver:
        """Return what says whether this thread has computed so long, or the time is over.

        Computing is what counts, so that other work on the machine changes no result while there is time.
        """
        until = time.thread_time() + seconds
        return lambda: time.thread_time() >= until or self.is_over
