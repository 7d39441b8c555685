"""Asking for verdicts within a budget of wall time and of searches, the same thing never twice."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Sequence

from plancritic.contracts.planning import Verdict
from plancritic.contracts.specification import TracedConstraint

#: Answers for a specification with a *proved* verdict.
Proving = Callable[[Sequence[TracedConstraint]], Awaitable[Verdict]]


class OutOfBudgetError(Exception):
    """Clock or number of searches are used up."""


class Budget:
    """At most `searches` verdicts within `seconds` of wall time, None for no clock; asked as what it wraps is."""

    def __init__(self, plan: Proving, seconds: float | None, searches: int) -> None:
        self._plan = plan
        self._deadline = math.inf if seconds is None else time.monotonic() + seconds
        self._left = searches
        self._known: dict[tuple[TracedConstraint, ...], Verdict] = {}

    @property
    def seconds(self) -> float | None:
        """Wall time left; None for no clock."""
        return None if math.isinf(self._deadline) else max(0.0, self._deadline - time.monotonic())

    async def __call__(self, part: Sequence[TracedConstraint]) -> Verdict:
        """The verdict on a specification; a search under way when the clock runs out is cancelled.

        Raises:
            OutOfBudgetError: The budget is used up.
        """
        key = tuple(part)
        if key not in self._known:
            seconds = self.seconds
            if self._left <= 0 or seconds == 0:
                raise OutOfBudgetError
            self._left -= 1
            try:
                async with asyncio.timeout(seconds):
                    self._known[key] = await self._plan(key)
            except TimeoutError:
                raise OutOfBudgetError from None
        return self._known[key]
