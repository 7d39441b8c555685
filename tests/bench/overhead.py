"""Step 3: what the way over the broker costs a fitness request: its round trip less the worker's own time."""

from __future__ import annotations

import time

from tests.bench.library import without_known_plans
from tests.bench.planning import reference_of, solve
from tests.bench.sizes import Measured, Sizes, percentile

from plancritic.bus import Client
from plancritic.local import LocalStack


async def broker_overhead(sizes: Sizes) -> Measured:
    """One request after another; the worker says in its verdict how long it worked."""
    overheads: list[float] = []
    others = dict.fromkeys(("translator", "validator", "scorer", "coordinator"), 0)
    with without_known_plans():
        async with (
            LocalStack(copies={**others, "planner": 1}) as stack,
            Client.connect(stack.settings, "bench") as client,
        ):
            reference = reference_of(stack)
            for _ in range(4):
                await solve(client, reference, ())
            for _ in range(sizes.requests):
                started = time.monotonic()
                solution = await solve(client, reference, ())
                overheads.append(1000 * (time.monotonic() - started - solution.verdict.seconds))
    return {
        "requests": sizes.requests,
        "p50_milliseconds": round(percentile(overheads, 0.5), 2),
        "p95_milliseconds": round(percentile(overheads, 0.95), 2),
    }
