"""What each route to a verdict is worth: the portfolio whole, without one route, and without our own analysis.

    python -m tests.bench.verdict_routes [--mutated N] [--limit SECONDS] [--seed N] [--rows FILE] [--json]

Verdicts on mutated specifications of waterway and satellite and on those of tests/cases/quality (five domains), with
one core, no cache and no archive. A row says how many are decided, in how many CPU seconds (this process and the
engines), and which route decided. With `--rows` each verdict is kept as it is found, and a second call goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.bench.library import one_core
from tests.bench.mutated import Specification, samples

from plancritic.contracts.planning import SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.engines import EngineSettings
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.verdicts import Verdicts, standard
from plancritic.verdicts.portfolio import Portfolio, Try
from plancritic.verdicts.task import Task

CHECKOUT = Path(__file__).resolve().parents[2]
QUALITY = CHECKOUT / "tests/cases/quality/specifications.jsonl"
DECIDED = ("plan", "impossible")

#: Which tries a row leaves out.
ROUTES: dict[str, Callable[[Try], bool]] = {
    "kairos, greedy, compiled": lambda one: one.strategy.configuration == "ehc" and one.strategy.name == "compiled",
    "kairos, weakened": lambda one: one.strategy.name == "weakened",
    "kairos, native": lambda one: one.strategy.name == "native",
    "kairos, compiled": lambda one: (
        one.strategy.engine.name == "kairos" and one.strategy.name == "compiled" and one.strategy.configuration is None
    ),
    "kairos, lama, compiled": lambda one: one.strategy.configuration == "lama",
    "lpg, compiled": lambda one: one.strategy.engine.name == "lpg",
    "kairos, weakened; lama": lambda one: one.strategy.name == "weakened" or one.strategy.configuration == "lama",
    "all but greedy and native": lambda one: one.strategy.name != "native" and one.strategy.configuration != "ehc",
}
#: Leaves out our own proofs of impossibility (`pddl/reachability`).
ANALYSIS = "our own analysis"


@dataclass(frozen=True)
class Asked:
    """One specification of one problem."""

    id: str
    domain: str
    problem: str
    specification: Specification


def asked(count: int, seed: int) -> list[Asked]:
    """Return the mutated specifications and those of the quality table."""
    found = [
        Asked(f"{sample.name} {number}", sample.domain, sample.problem, specification)
        for sample in samples(count, seed)
        for number, specification in enumerate(sample.specifications)
    ]
    for line in QUALITY.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        found.append(
            Asked(
                case["id"],
                (CHECKOUT / case["domain"]).read_text(encoding="utf-8"),
                (CHECKOUT / case["problem"]).read_text(encoding="utf-8"),
                tuple(TracedConstraint(constraint=each, statements=("s",)) for each in case["constraints"]),
            )
        )
    return found


def without(whole: Portfolio, route: str | None) -> Portfolio:
    """Return the portfolio without a route (`ROUTES`, `ANALYSIS`), or as it is for None."""
    if route is None:
        return whole
    if route == ANALYSIS:
        return replace(whole, analysis=False)
    leaves_out, schedule = ROUTES[route], whole.schedule

    def rest(task: Task, anytime: bool) -> Sequence[Sequence[Try]]:
        rounds = [[one for one in tries if not leaves_out(one)] for tries in schedule(task, anytime)]
        return [tries for tries in rounds if tries]

    return replace(whole, schedule=rest)


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process and of the children that have ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


async def verdicts_without(route: str | None, wanted: Sequence[Asked], limit: float) -> list[dict[str, object]]:
    """Return a row for each specification, and one with the CPU seconds of all."""
    began = _cpu_seconds()
    known = Verdicts(without(standard(EngineSettings(engine_children=1)), route), (KairosJudge(), ExecutorJudge()))
    rows: list[dict[str, object]] = []
    try:
        for number, one in enumerate(wanted):
            verdict = await known.verdict(
                one.domain, one.problem, one.specification, SolveLimits(seconds=limit, deterministic=True)
            )
            by = f"{verdict.engine} {verdict.road or ''}".strip() if verdict.verdict in DECIDED else ""
            rows.append({"route": route, "id": one.id, "verdict": verdict.verdict, "by": by})
            print(f"\r{route or 'whole'}: {number + 1} of {len(wanted)}", end="", file=sys.stderr, flush=True)
    finally:
        await known.close()
    print(file=sys.stderr)
    return [*rows, {"route": route, "cpu_seconds": round(_cpu_seconds() - began, 1)}]


def table(rows: Sequence[dict[str, object]]) -> list[dict[str, object]]:
    """Return one row a route: specifications, those decided, what only the whole decides, CPU seconds, who decided."""
    whole = {row["id"] for row in rows if row["route"] is None and row.get("verdict") in DECIDED}
    found: list[dict[str, object]] = []
    for route in (None, ANALYSIS, *ROUTES):
        mine = [row for row in rows if row["route"] == route and "id" in row]
        if not mine:
            continue
        decided = {row["id"] for row in mine if row["verdict"] in DECIDED}
        found.append(
            {
                "without": route or "nothing",
                "specifications": len(mine),
                "plans": sum(row["verdict"] == "plan" for row in mine),
                "impossible": sum(row["verdict"] == "impossible" for row in mine),
                "lost": sorted(str(each) for each in whole - decided),
                "cpu_seconds": next(row["cpu_seconds"] for row in rows if row["route"] == route and "id" not in row),
                "by": dict(Counter(str(row["by"]) for row in mine if row["by"]).most_common()),
            }
        )
    return found


def main() -> None:
    """Measure what is asked for and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.verdict_routes", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--mutated", type=int, default=200, help="mutated specifications a problem")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10.0, help="CPU seconds for a verdict")
    parser.add_argument("--rows", type=Path, default=None, metavar="FILE", help="kept here, a route at a time")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    kept = arguments.rows.read_text(encoding="utf-8").splitlines() if arguments.rows and arguments.rows.exists() else []
    rows = [json.loads(line) for line in kept]
    done = {row["route"] for row in rows}
    wanted = asked(arguments.mutated, arguments.seed)
    with one_core():
        for route in (None, ANALYSIS, *ROUTES):
            if route in done:
                continue
            new = asyncio.run(verdicts_without(route, wanted, arguments.limit))
            rows += new
            if arguments.rows is not None:
                with arguments.rows.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(row) + os.linesep for row in new)
    found = table(rows)
    if arguments.json:
        print(json.dumps(found, indent=1))
        return
    for row in found:
        print(
            f"{row['without']:26} {row['specifications']:4} specifications, {row['plans']} plans, {row['impossible']} "
            f"impossible, {len(row['lost'])} lost, {row['cpu_seconds']} CPU s"  # type: ignore[arg-type]
        )
        print(f"{'':26} {row['by']}")


if __name__ == "__main__":
    main()
