"""What the settings of a run tell the planner with each of its jobs."""

from __future__ import annotations

from plancritic.contracts.planning import SolveLimits
from plancritic.contracts.settings import SearchSettings


def limits_of(settings: SearchSettings) -> SolveLimits:
    """Return the limits of every planning job of a run with these settings, and of one that a deviation starts."""
    return SolveLimits(seconds=settings.solve_seconds, deterministic=settings.seed is not None)
