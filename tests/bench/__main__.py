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
from functools import partial
from pathlib import Path

import structlog
from tests.bench.answers import seconds_to_answers
from tests.bench.engines import engines_side_by_side
from tests.bench.evidence import worth_of_evidence
from tests.bench.feedback import feedback_to_plan
from tests.bench.jobs import verdicts_as_jobs
from tests.bench.judges import judges_agree
from tests.bench.overhead import broker_overhead
from tests.bench.planning import specifications_per_second
from tests.bench.quality import archetypes, plan_quality
from tests.bench.scorer_speed import scorer_speed
from tests.bench.scoring import scores_per_second
from tests.bench.sizes import Measured, Sizes
from tests.bench.verdicts import verdicts_on_mutated

RESULTS = Path(".plancritic/bench")

STEPS: tuple[tuple[str, Callable[[Sizes], Awaitable[Measured]]], ...] = (
    ("feedback to revised plan", feedback_to_plan),
    ("specifications to verdict, 1 and 2 planner processes", specifications_per_second),
    ("broker overhead per fitness request", broker_overhead),
    ("scorer, plans x statements", scores_per_second),
    ("verdicts on mutated specifications, one core", verdicts_on_mutated),
    ("verdicts on mutated specifications as jobs, then from the cache", verdicts_as_jobs),
    ("engines side by side", engines_side_by_side),
    ("plan quality, waterway 2", plan_quality),
    ("archetypes planned", archetypes),
    ("judges agree", judges_agree),
    ("scorer by itself, 20 plans x 5 statements", scorer_speed),
    ("what each source of evidence is worth", worth_of_evidence),
    ("seconds to answers, domain by domain", seconds_to_answers),
    ("seconds to answers with a seed", partial(seconds_to_answers, seed=1)),
)


def main() -> None:
    """Run the steps that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--steps", type=int, nargs="+", default=list(range(1, len(STEPS) + 1)), metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=20, help="feedback runs")
    parser.add_argument("--specifications", type=int, default=120)
    parser.add_argument("--requests", type=int, default=200, help="requests for the broker's overhead")
    parser.add_argument("--mutated", type=int, default=200, help="mutated specifications a problem")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for a verdict on one of them")
    parser.add_argument("--engine-limit", type=float, default=1.0, help="seconds for an engine by itself")
    parser.add_argument(
        "--cross-examine", type=float, default=1.0, help="seconds for each engine to plan what was called impossible"
    )
    parser.add_argument("--pairs", type=int, default=5000, help="generated pairs of plan and constraint for the judges")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    sizes = Sizes(
        seed=arguments.seed,
        runs=arguments.runs,
        specifications=arguments.specifications,
        requests=arguments.requests,
        mutated=arguments.mutated,
        limit=arguments.limit,
        engine_limit=arguments.engine_limit,
        cross_examine=arguments.cross_examine,
        pairs=arguments.pairs,
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
            print(f"   {name}: {_short(value)}")
        kept[title] = {**measured, "step_seconds": round(time.monotonic() - started, 1)}
    RESULTS.mkdir(parents=True, exist_ok=True)
    file = RESULTS / f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}.json"
    file.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    print(f"\nkept in {file}")


def _short(value: object) -> object:
    """Lists are counted on the screen and kept in the file."""
    return len(value) if isinstance(value, list) else value


if __name__ == "__main__":
    main()
