"""What is left of a limit that many short searches share."""

from __future__ import annotations

import asyncio
import time

from plancritic.contracts.planning import SolveLimits

#: A search shorter than this is not worth starting, in seconds.
LEAST = 0.05


class Budget:
    """By the wall clock; in deterministic mode by the CPU seconds that were given out, whatever was used of them."""

    def __init__(self, limits: SolveLimits, stop: asyncio.Event | None = None) -> None:
        self.limits = limits
        self.stop = stop
        self._given = 0.0
        self._started = time.monotonic()

    @property
    def deterministic(self) -> bool:
        """Whether no clock may decide anything."""
        return self.limits.deterministic

    @property
    def given(self) -> float:
        """Return the seconds that searches were given so far."""
        return self._given

    def left(self) -> float:
        """Return the seconds that are left."""
        return self.limits.seconds - (self._given if self.deterministic else time.monotonic() - self._started)

    def over(self) -> bool:
        """Return whether it is used up, or somebody asked for the end."""
        return self.left() < LEAST or (self.stop is not None and self.stop.is_set())

    def take(self, seconds: float, anytime: bool = True) -> SolveLimits:
        """Return the limits of a search of so many seconds, fewer where fewer are left."""
        granted = max(LEAST, min(seconds, self.left()))
        self._given += granted
        return self.limits.model_copy(update={"seconds": granted, "anytime": anytime})

    def seconds(self) -> float | None:
        """Return the wall seconds of an analysis that starts now; None where no clock may end it."""
        return None if self.deterministic else max(LEAST, self.left())
