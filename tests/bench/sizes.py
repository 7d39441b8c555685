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


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
