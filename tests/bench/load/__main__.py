"""`make load`: many sessions against a broker and services of this program's own, on this machine.

    python -m tests.bench.load                               # 200 sessions of two turns, 16 at once
    python -m tests.bench.load --soak --minutes 10           # memory, handles and files over ten minutes
    python -m tests.bench.load --flood                       # one tenant alone, then beside another one's flood

Prints seconds by stage, runs a minute, how runs ended, queues, memory and handles; the whole goes to a JSON file under
.plancritic/bench/. Exit code 1 where a run ended in a fault that no limit explains.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import sys
import time
from pathlib import Path
from typing import Any

import structlog
from tests.bench.load.demands import cpu_seconds, per_run
from tests.bench.load.samples import sampled, stored_bytes
from tests.bench.load.sessions import Driven, drive
from tests.bench.load.stacks import running
from tests.bench.sizes import percentile

from plancritic.client import PlancriticClient

RESULTS = Path(".plancritic/bench")
#: Faults by which an overloaded system says so.
_BUSY = {"refused: store_full", "fault: store_full", "refused: too_many_runs", "fault: too_many_runs", "refused: busy"}


async def load(sessions: int, at_once: int, planners: int, seed: int, seconds: float | None) -> dict[str, Any]:
    """Hold sessions, and return what was measured."""
    async with (
        running(("default",), {"planner": planners}) as (broker, (stack,)),
        PlancriticClient.connect(stack.settings, "load") as client,
        PlancriticClient.connect(stack.operator, "load") as operator,
    ):
        await drive(client, 3, 1, seed, None)
        before, stored = cpu_seconds(stack.processes), stored_bytes(broker.store)
        async with sampled(operator, stack.processes, broker.store) as samples:
            driven = await drive(client, sessions, at_once, seed + 1, seconds)
        used = per_run(before, cpu_seconds(stack.processes), driven.runs)
        stored = (stored_bytes(broker.store) - stored) // max(driven.runs, 1)
        told = {"cpu_seconds_per_run": used, "stored_bytes_per_run": stored, "samples": samples.told()}
        return {"at_once": at_once, "planners": planners, **driven.told(), **told}


async def flood(sessions: int, at_once: int, seed: int) -> dict[str, Any]:
    """Hold sessions of one tenant, one at a time: alone, then while another tenant has `at_once` at a time."""
    async with (
        running(("calm", "flooding"), {}) as (_, (calm, flooding)),
        PlancriticClient.connect(calm.settings, "load") as one,
        PlancriticClient.connect(flooding.settings, "load") as other,
    ):
        await asyncio.gather(drive(one, 3, 1, seed, None), drive(other, 3, 1, seed, None))
        alone = await drive(one, sessions, 1, seed + 1, None)
        pouring = asyncio.create_task(drive(other, 1_000_000, at_once, seed + 2, None))
        beside = await drive(one, sessions, 1, seed + 1, None)
        pouring.cancel()
        await asyncio.gather(pouring, return_exceptions=True)
    told = {"alone": alone.told(), "beside_flood": beside.told()}
    return {"at_once": at_once, **told, "p95_times": _times(alone, beside)}


def _times(alone: Driven, beside: Driven) -> float:
    before, after = (percentile(each.stages["end"], 0.95) for each in (alone, beside))
    return round(after / before, 2)


def main() -> None:
    """Measure, print and write."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.load", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sessions", type=int, default=200, help="sessions of two turns (with --flood: 20)")
    parser.add_argument("--at-once", type=int, default=16)
    parser.add_argument("--planners", type=int, default=1, help="copies of the planner")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--soak", action="store_true", help="as many sessions as fit into --minutes")
    parser.add_argument("--minutes", type=float, default=10.0, help="of a soak")
    parser.add_argument("--flood", action="store_true", help="two tenants on one broker")
    parser.add_argument("--json", action="store_true", help="print the JSON")
    chosen = parser.parse_args()
    logging.disable(logging.INFO)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    if chosen.flood:
        measured = asyncio.run(flood(min(chosen.sessions, 20), chosen.at_once, chosen.seed))
    else:
        sessions, seconds = (1_000_000, 60 * chosen.minutes) if chosen.soak else (chosen.sessions, None)
        measured = asyncio.run(load(sessions, chosen.at_once, chosen.planners, chosen.seed, seconds))
    measured["cores"] = os.cpu_count()
    RESULTS.mkdir(parents=True, exist_ok=True)
    file = RESULTS / f"load-{time.strftime('%Y%m%d-%H%M%S')}.json"
    file.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(measured, indent=None if not chosen.json else 2) if chosen.json else _text(measured))
    print(f"wrote {file}", file=sys.stderr)
    faults = [each for part in _parts(measured) for each in part["ends"] if ":" in each and each not in _BUSY]
    sys.exit(1 if faults else 0)


def _parts(measured: dict[str, Any]) -> list[dict[str, Any]]:
    return [measured[name] for name in ("alone", "beside_flood") if name in measured] or [measured]


def _text(measured: dict[str, Any]) -> str:
    lines = []
    for part in _parts(measured):
        lines.append(f"{part['runs']} runs in {part['seconds']} s, {part['runs_per_minute']} a minute: {part['ends']}")
        lines += [
            f"  {name:24} p50 {each['median']:.2f} s, p95 {each['p95']:.2f} s, p99 {each['p99']:.2f} s"
            for name, each in part["stages"].items()
        ]
    if "cpu_seconds_per_run" in measured:
        used = ", ".join(f"{name} {each}" for name, each in measured["cpu_seconds_per_run"].items())
        lines.append(f"  CPU seconds a run: {used}; {measured['stored_bytes_per_run'] / 1024:.0f} KiB stored")
    for name, each in measured.get("samples", {}).items():
        lines.append(
            f"  {name:24} {each['first']} -> {each['last']}, at most {each['greatest']}, "
            f"{each['growth_per_minute']:+} a minute in the second half"
        )
    if "p95_times" in measured:
        lines.append(f"p95 of the calm tenant beside the flood: {measured['p95_times']} times that alone")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
