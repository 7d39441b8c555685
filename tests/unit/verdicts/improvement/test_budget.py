"""What many short searches share."""

import asyncio

from plancritic.contracts.planning import SolveLimits
from plancritic.verdicts.improvement.budget import Budget


def test_in_deterministic_mode_only_what_was_given_out_counts() -> None:
    budget = Budget(SolveLimits(seconds=1.0, deterministic=True))
    limits = budget.take(0.7)
    assert (limits.seconds, limits.anytime, limits.deterministic) == (0.7, True, True)
    assert round(budget.left(), 9) == 0.3
    assert budget.seconds() is None
    assert round(budget.take(0.7).seconds, 9) == 0.3
    assert budget.over()


def test_it_is_over_when_somebody_asks_for_the_end() -> None:
    stop = asyncio.Event()
    budget = Budget(SolveLimits(seconds=1000.0), stop)
    assert not budget.over()
    stop.set()
    assert budget.over()
