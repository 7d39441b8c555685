"""Engines side by side on the same mutated specifications."""

from __future__ import annotations

from collections import Counter

from rich.console import Console
from rich.table import Table
from tests.bench.engine_setups import End, EngineSetup, all_engine_setups
from tests.bench.library import one_core
from tests.bench.mutated import PROBLEMS, mutated
from tests.bench.sizes import Measured, Sizes, spread

_WORDS = ("plan", "impossible", "timed_out", "no_plan_found", "rejected", "disputed")


async def engines_side_by_side(sizes: Sizes) -> Measured:
    """One engine in one setup at a time, one core, judges in process."""
    sample = mutated(*PROBLEMS[0], count=sizes.mutated, seed=sizes.seed)
    measured: Measured = {"sample": sample.name, "limit_seconds": sizes.engine_limit}
    table = Table("engine", *_WORDS, "other", "mean s", "median ms", "p95 s")
    with one_core():
        for setup in all_engine_setups():
            try:
                ends = [await setup.go(sample, each, sizes.engine_limit) for each in sample.specifications]
            finally:
                await setup.engine.close()
            if all(end.word == "unsupported" for end in ends):
                measured[setup.name] = "unsupported"
                continue
            measured[setup.name] = _row(setup, ends, table)
    Console(width=150).print(table)
    return measured


def _row(setup: EngineSetup, ends: list[End], table: Table) -> Measured:
    words = Counter(end.word for end in ends)
    seconds = spread([end.seconds for end in ends])
    other = sum(count for word, count in words.items() if word not in _WORDS)
    table.add_row(
        setup.name,
        *(str(words.get(word, 0)) for word in _WORDS),
        str(other),
        f"{seconds['mean']:.3f}",
        f"{1000 * seconds['median']:.1f}",
        f"{seconds['p95']:.2f}",
    )
    return {"verdicts": dict(words), "seconds": seconds}
