"""What Prometheus scrapes of a planner beside what every service has."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Histogram

_SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)


def solve_seconds(registry: CollectorRegistry) -> Histogram:
    """Return the histogram of a planner's job times, by the engine that gave the verdict and the verdict."""
    return Histogram(
        "plancritic_solve_seconds",
        "Time of a planning job, by engine and verdict",
        ["engine", "verdict"],
        buckets=_SECONDS,
        registry=registry,
    )


def improve_seconds(registry: CollectorRegistry) -> Histogram:
    """Return the histogram of the times of improving jobs, by what found the best plan."""
    return Histogram(
        "plancritic_improve_seconds",
        "Time of an improving job, by what found the best plan",
        ["found_by"],
        buckets=_SECONDS,
        registry=registry,
    )
