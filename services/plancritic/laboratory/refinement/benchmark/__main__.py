"""Print what the benchmark is made of and what its evaluation problems cannot show (one to two minutes).

`python -m plancritic.laboratory.refinement.benchmark [DOMAIN ...]`; needs the extra `engines`.
"""

from __future__ import annotations

import asyncio
import sys
import time

from plancritic.engines.capabilities.manifests import manifest
from plancritic.engines.planners.kstar import NAME, KStarEngine
from plancritic.laboratory.refinement.benchmark.benchmark import BenchmarkDomain, benchmark_domains
from plancritic.laboratory.refinement.benchmark.removals import TruePlans, single_removals, true_plans, unseen_removals
from plancritic.pddl.language import parse_domain

_HEAD = """\
| domain | actions | predicates | problems | size, seed: steps of the plans, their number | K* seconds, mean | \
removals | unseen |
|---|---|---|---|---|---|---|---|
"""


async def main(names: list[str]) -> int:
    """Print the table in Markdown. Exit status: 0 it is there, 2 a name is unknown."""
    domains = benchmark_domains()
    unknown = sorted(set(names) - domains.keys())
    if unknown:
        sys.stderr.write(f"no such domain: {', '.join(unknown)}; there are {', '.join(domains)}\n")
        return 2
    engine = KStarEngine(manifest(NAME))
    try:
        sys.stdout.write(_HEAD)
        for name in names or domains:
            sys.stdout.write(await _rows(engine, domains[name]))
            sys.stdout.flush()
    finally:
        await engine.close()
    return 0


async def _rows(engine: KStarEngine, benchmark: BenchmarkDomain) -> str:
    domain = parse_domain(benchmark.text)
    # Warm the translator: its start is no part of what a problem takes.
    await true_plans(engine, domain, benchmark.evaluation_problems()[0])
    rows = ""
    for kind, keys, texts in (
        ("feedback", benchmark.feedback, benchmark.feedback_problems()),
        ("evaluation", benchmark.evaluation, benchmark.evaluation_problems()),
    ):
        started = time.monotonic()
        problems = [await true_plans(engine, domain, text) for text in texts]
        seconds = (time.monotonic() - started) / len(problems)
        plans = "; ".join(f"{size}, {seed}: {_plans(each)}" for (size, seed), each in zip(keys, problems, strict=True))
        row = [benchmark.name, len(domain.actions), len(domain.predicates), kind, plans, f"{seconds:.2f}"]
        removals = single_removals(domain)
        row += [len(removals), len(await unseen_removals(engine, removals, problems))]
        rows += f"| {' | '.join(map(str, row))} |\n"
    return rows


def _plans(problem: TruePlans) -> str:
    lengths = [plan.count("\n") for plan in problem.plans]
    return f"{min(lengths)}-{max(lengths)} ({len(lengths)})"


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
