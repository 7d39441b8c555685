"""`make bench`: numbered steps, each printed as it ends and all kept as one JSON file under .plancritic/bench/."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import platform
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import structlog
from tests.bench.feedback import feedback_to_plan
from tests.bench.overhead import broker_overhead
from tests.bench.planning import specifications_per_second
from tests.bench.scoring import scores_per_second
from tests.bench.sizes import Measured, Sizes

RESULTS = Path(".plancritic/bench")

STEPS: tuple[tuple[str, Callable[[Sizes], Awaitable[Measured]]], ...] = (
    ("feedback to revised plan", feedback_to_plan),
    ("specifications to verdict, 1 and 2 planner processes", specifications_per_second),
    ("broker overhead per fitness request", broker_overhead),
    ("scorer, plans x statements", scores_per_second),
)


def main() -> None:
    """Run the steps that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--steps", type=int, nargs="+", default=list(range(1, len(STEPS) + 1)), metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=20, help="feedback runs")
    parser.add_argument("--specifications", type=int, default=120)
    parser.add_argument("--requests", type=int, default=200, help="requests for the broker's overhead")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    sizes = Sizes(
        seed=arguments.seed,
        runs=arguments.runs,
        specifications=arguments.specifications,
        requests=arguments.requests,
    )
    print(f"{os.cpu_count()} cores, {platform.platform()}, Python {platform.python_version()}; {sizes}")
    kept: dict[str, object] = {
        "time": datetime.now(UTC).isoformat(),
        "cores": os.cpu_count(),
        "platform": platform.platform(),
        "python": platform.python_version(),
        "sizes": vars(sizes),
    }
    for number in arguments.steps:
        title, step = STEPS[number - 1]
        print(f"\n{number}. {title}")
        started = time.monotonic()
        measured = asyncio.run(step(sizes))
        for name, value in measured.items():
            print(f"   {name}: {value}")
        kept[title] = {**measured, "step_seconds": round(time.monotonic() - started, 1)}
    RESULTS.mkdir(parents=True, exist_ok=True)
    file = RESULTS / f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}.json"
    file.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    print(f"\nkept in {file}")


if __name__ == "__main__":
    main()
