"""A model of queues, fitted to measured CPU seconds: runs a minute that so many cores carry, and how long one takes.

A run visits the CPU for the sum of its services' CPU seconds and waits for nothing else: on one machine that is one
station with as many servers as there are cores, and `at_once` runs that go round. Mean value analysis with
load-dependent service (Reiser and Lavenberg 1980; Lazowska et al. 1984, chapter 8) gives throughput and response.
What a run waits for without the CPU (the network, timers) is a delay.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Forecast:
    """Runs a minute, and seconds from the submission of a run to its end."""

    runs_per_minute: float
    response_seconds: float


def forecast(demand_seconds: float, cores: int, at_once: int, delay_seconds: float = 0.0) -> Forecast:
    """Return what `at_once` runs come to, each of so many CPU seconds on so many cores, with a delay beside them."""
    # marginal[j]: how likely j runs are at the CPU, with one run fewer in the system.
    marginal, throughput, response = [1.0], 0.0, demand_seconds
    for customers in range(1, at_once + 1):
        response = sum(
            (present / _rate(present, cores)) * demand_seconds * marginal[present - 1]
            for present in range(1, customers + 1)
        )
        throughput = customers / (delay_seconds + response)
        following = [0.0] * (customers + 1)
        for present in range(1, customers + 1):
            following[present] = throughput * demand_seconds / _rate(present, cores) * marginal[present - 1]
        following[0] = max(0.0, 1.0 - sum(following))
        marginal = following
    return Forecast(60.0 * throughput, delay_seconds + response)


def copies_needed(runs_per_second: float, demands: Mapping[str, float], at_most_busy: float = 0.7) -> dict[str, int]:
    """Return the copies of each service (a core each) that keep it no busier than `at_most_busy`."""
    return {
        name: max(1, math.ceil(runs_per_second * demand / at_most_busy - 1e-9))
        for name, demand in demands.items()
        if demand > 0
    }


def _rate(present: int, cores: int) -> float:
    """How many times as fast as one core so many runs are served."""
    return float(min(present, cores))
