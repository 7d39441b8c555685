"""How much is measured, and how a measurement is summed up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Measured = dict[str, object]


@dataclass
class Sizes:
    """Seed and sizes of all steps."""

    seed: int
    runs: int
    specifications: int
    requests: int
    #: Mutated specifications a problem, and the seconds for each.
    mutated: int = 200
    limit: float = 10.0
    #: Seconds for each engine by itself, in the table of engines and where "impossible" is put to the test.
    engine_limit: float = 1.0
    cross_examine: float = 1.0
    #: Generated pairs of plan and constraint that the judges are asked about.
    pairs: int = 5000


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Number, mean and percentiles, in seconds."""
    if not seconds:
        return {"count": 0}
    return {
        "count": len(seconds),
        "mean": round(sum(seconds) / len(seconds), 4),
        "median": round(percentile(seconds, 0.5), 4),
        "p95": round(percentile(seconds, 0.95), 4),
        "p99": round(percentile(seconds, 0.99), 4),
        "max": round(max(seconds), 4),
    }
