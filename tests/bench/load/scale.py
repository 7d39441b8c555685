"""What a deployment of any size comes to, by the CPU seconds and bytes of a run that `make load` measured.

    python -m tests.bench.load --at-once 1 ; python -m tests.bench.load --at-once 8
    python -m tests.bench.load.scale --fit .plancritic/bench/load-A.json --check .plancritic/bench/load-B.json

A run's work is divided among services and so among cores: the cores of a machine count as one that is as many times
as fast. A coordinator carries four runs at once; more wait. Fits the model (`model`) to one measurement, holds what it
says against others that it was not fitted to, and prints a table of up to 1,000 planners and 100,000 operators. Exit
code 1 where a forecast is off by more than 15 %.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from tests.bench.load.demands import BROKER
from tests.bench.load.model import copies_needed, forecast

#: Runs that one coordinator carries at once (`PLANCRITIC_COORDINATOR_CONCURRENCY`).
_RUNS_AT_ONCE = 4
#: A forecast may be off by this share.
_CLOSE = 0.15
#: Operators, each of whom says something once in so many seconds.
_OPERATORS = (10, 100, 1_000, 10_000, 100_000)
_PAUSE_SECONDS = 300.0
_PLANNERS = (10, 100, 1_000)
#: Every event and result is kept for a day at least.
_DAY_SECONDS = 86_400.0


def carried(demand: float, measured: dict[str, Any], delay: float) -> float:
    """Return the runs a minute that the model forecasts for the machine and the load of a measurement."""
    under_way = min(measured["at_once"], _RUNS_AT_ONCE)
    return forecast(demand / measured["cores"], 1, under_way, delay).runs_per_minute


def delay_of(fit: dict[str, Any], demand: float) -> float:
    """Return the seconds of a run beside its CPU seconds that bring the forecast to what was measured."""
    low, high = 0.0, 60.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if carried(demand, fit, middle) > fit["runs_per_minute"] else (low, middle)
    return (low + high) / 2


def main() -> None:
    """Fit, check and print."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.load.scale",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--fit", type=Path, required=True, help="a measurement of `make load`")
    parser.add_argument("--check", type=Path, action="append", default=[], help="another one")
    chosen = parser.parse_args()
    fit = json.loads(chosen.fit.read_text(encoding="utf-8"))
    demands: dict[str, float] = fit["cpu_seconds_per_run"]
    demand = sum(demands.values())
    delay = delay_of(fit, demand)
    print(f"fitted: {demand:.3f} CPU seconds and {delay:.3f} s beside them a run ({fit['at_once']} at once)")
    off = False
    for file in chosen.check:
        other = json.loads(file.read_text(encoding="utf-8"))
        made = carried(demand, other, delay)
        share = made / other["runs_per_minute"] - 1.0
        off |= abs(share) > _CLOSE
        told = f"forecast {made:.1f} runs a minute, measured {other['runs_per_minute']} ({share:+.0%})"
        print(f"{other['at_once']} at once: {told}")
    print("\n| planners (a core each) | runs a minute that they carry |\n|---|---|")
    for planners in _PLANNERS:
        print(f"| {planners:,} | {60 * planners / demands['planner']:,.0f} |")
    names = sorted(demands)
    print(f"\n| operators | runs a second | {' | '.join(names)} | stored a day |\n|{'---|' * (len(names) + 3)}")
    for operators in _OPERATORS:
        rate = operators / _PAUSE_SECONDS
        copies = copies_needed(rate, demands)
        stored = rate * _DAY_SECONDS * fit["stored_bytes_per_run"] / 1e9
        cells = " | ".join(str(copies.get(name, 1)) for name in names)
        print(f"| {operators:,} | {rate:.2f} | {cells} | {stored:,.1f} GB |")
    most = 0.7 / demands[BROKER]
    print(f"\nOne core of a broker carries {most:.0f} runs a second: {most * _PAUSE_SECONDS:,.0f} operators.")
    sys.exit(1 if off else 0)


if __name__ == "__main__":
    main()
