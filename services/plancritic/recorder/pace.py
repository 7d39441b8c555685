"""How fast a recording is replayed."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from datetime import datetime

_TIMES = re.compile(r"x([0-9]{1,4}(?:\.[0-9]{1,3})?)")

#: What the option takes.
FORMS = "recorded, max, or a factor such as x10"


@dataclass(frozen=True)
class Pace:
    """So many times as fast as it was recorded; without a factor as fast as can be."""

    factor: float | None = None

    @classmethod
    def of(cls, text: str) -> Pace:
        """Return the pace that a text names.

        Raises:
            ValueError: it names none.
        """
        if text in ("max", "recorded"):
            return cls(None if text == "max" else 1.0)
        times = _TIMES.fullmatch(text)
        if times is None or not float(times[1]):
            raise ValueError(f"{text!r} is not a pace; write {FORMS}")
        return cls(float(times[1]))

    def seconds(self, recorded: float) -> float:
        """Return how long something takes that took so many seconds when it was recorded."""
        return 0.0 if self.factor is None else max(0.0, recorded) / self.factor


class Schedule:
    """Says when something recorded is due, from the first event of the recording on."""

    def __init__(self, pace: Pace, first: datetime) -> None:
        self._pace = pace
        self._first = first
        self._clock = asyncio.get_running_loop().time
        self._begun = self._clock()

    async def until(self, recorded: datetime) -> None:
        """Wait until what was recorded at that time is due."""
        due = self._begun + self._pace.seconds((recorded - self._first).total_seconds())
        await asyncio.sleep(max(0.0, due - self._clock()))
