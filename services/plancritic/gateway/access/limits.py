"""How many requests, and how many open event streams, one token may have."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cachetools import LRUCache

_KEPT = 10_000


class TooMany(Exception):
    """A limit is reached; after `seconds` a request may be taken again."""

    def __init__(self, message: str, seconds: float) -> None:
        self.message = message
        self.seconds = seconds
        super().__init__(message)


@dataclass
class _Bucket:
    left: float
    at: float


class Rate:
    """A token bucket for each key: it holds `burst` requests and is filled with `per_minute` requests a minute."""

    def __init__(self, per_minute: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_minute / 60.0
        self._burst = burst
        self._clock = clock
        # A key that falls out begins anew with a full bucket.
        self._buckets: LRUCache[str, _Bucket] = LRUCache(_KEPT)

    def take(self, key: str) -> None:
        """Count a request.

        Raises:
            TooMany: there were too many.
        """
        now = self._clock()
        bucket = self._buckets.setdefault(key, _Bucket(float(self._burst), now))
        bucket.left = min(float(self._burst), bucket.left + (now - bucket.at) * self._per_second)
        bucket.at = now
        if bucket.left < 1.0:
            raise TooMany("too many requests with this token", (1.0 - bucket.left) / self._per_second)
        bucket.left -= 1.0


class OpenStreams:
    """Counts the event streams that are open under each key."""

    #: Nobody knows when a stream ends.
    _AGAIN_SECONDS = 10.0

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def opened(self, key: str) -> Iterator[None]:
        """Count a stream for the time of the context.

        Raises:
            TooMany: too many are open.
        """
        if self._open[key] >= self._most:
            raise TooMany(f"{self._most} event streams are open with this token", self._AGAIN_SECONDS)
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]

    @property
    def total(self) -> int:
        """Return how many streams are open."""
        return self._open.total()
