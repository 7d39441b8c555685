"""The work that reading one statement may take, counted: the same statement is refused or read on every machine.

Readers call `step` with the number of words that they are about to look at. Nothing is counted outside `bounded`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: Most elementary steps for one statement. Of the 740 statements of tests/cases/feedback the most tangled takes 22,347,
#: all but four below 6,000; 40,000 take about half a second to one second of CPU.
MOST_STEPS = 40_000
#: CPU seconds after which a statement is given up whatever was counted: a backstop for work that nobody counts.
MOST_CPU_SECONDS = 20.0
#: How many steps go by between two looks at the clock.
_LOOK_EVERY = 2_000

#: Why a statement is refused, and what to do about it.
TOO_MUCH = "too long or too tangled to read offline: split it into shorter statements"


class TooMuchToReadError(Exception):
    """Reading a statement would take more than the steps or the CPU time that one statement may take."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        super().__init__(TOO_MUCH)


class Effort:
    """The steps that were taken so far."""

    def __init__(self, most: int, cpu_seconds: float) -> None:
        self.steps = 0
        self._most = most
        self._cpu_until = time.thread_time() + cpu_seconds
        self._look_at = _LOOK_EVERY

    def step(self, count: int) -> None:
        """Take so many steps more."""
        self.steps += count
        if self.steps > self._most:
            raise TooMuchToReadError(self.steps)
        if self.steps >= self._look_at:
            self._look_at = self.steps + _LOOK_EVERY
            if time.thread_time() > self._cpu_until:
                raise TooMuchToReadError(self.steps)


_current: ContextVar[Effort | None] = ContextVar("effort", default=None)


@contextmanager
def bounded(most: int = MOST_STEPS, cpu_seconds: float = MOST_CPU_SECONDS) -> Iterator[Effort]:
    """Count the steps of reading one statement in this thread, and end it where there are too many.

    Raises:
        TooMuchToReadError: in the middle of the reading.
    """
    effort = Effort(most, cpu_seconds)
    token = _current.set(effort)
    try:
        yield effort
    finally:
        _current.reset(token)


def step(count: int = 1) -> None:
    """Count `count` elementary steps of the statement that is being read.

    Raises:
        TooMuchToReadError: those are more than one statement may take.
    """
    effort = _current.get()
    if effort is not None:
        effort.step(count)
