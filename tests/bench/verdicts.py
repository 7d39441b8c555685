"""Verdicts on mutated specifications through the verdicts library, and whether any of them is wrong."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Sequence

from tests.bench.engine_setups import all_engine_setups
from tests.bench.library import library, one_core
from tests.bench.mutated import Sample, samples, texts
from tests.bench.sizes import Measured, Sizes, spread

from plancritic.contracts.planning import PlanProved, SolveLimits, Verdict
from plancritic.judges import JudgeRequest, prove
from plancritic.verdicts import standard_judges

DECIDED = ("plan", "impossible")


async def verdicts_on_mutated(sizes: Sizes) -> Measured:
    """The bars of the heart: verdicts, undecided, seconds, by road; then every verdict examined."""
    measured: Measured = {"limit_seconds": sizes.limit, "cross_examine_seconds": sizes.cross_examine}
    for sample in samples(sizes.mutated, sizes.seed):
        with one_core():
            verdicts, seconds = await _verdicts(sample, sizes.limit)
        words = Counter(verdict.verdict for verdict in verdicts)
        undecided = [number for number, verdict in enumerate(verdicts) if verdict.verdict not in DECIDED]
        by_road: dict[str, list[float]] = defaultdict(list)
        for verdict, each in zip(verdicts, seconds, strict=True):
            by_road[f"{verdict.verdict} by {verdict.road or verdict.engine}"].append(each)
        measured[f"{sample.name}: verdicts"] = dict(words)
        measured[f"{sample.name}: undecided_percent"] = round(100 * len(undecided) / max(1, len(verdicts)), 2)
        measured[f"{sample.name}: seconds"] = spread(seconds)
        for road, each in sorted(by_road.items()):
            measured[f"{sample.name}: {road}"] = spread(each)
        slowest = sorted(range(len(seconds)), key=lambda number: -seconds[number])[:10]
        for kind, numbers in (("undecided", undecided), ("slowest", slowest)):
            measured[f"{sample.name}: {kind}"] = [
                {
                    "number": number,
                    "verdict": verdicts[number].verdict,
                    "seconds": round(seconds[number], 3),
                    "specification": texts(sample.specifications[number]),
                }
                for number in numbers
            ]
        refused, planned = await _examine(sample, verdicts, sizes.cross_examine)
        measured[f"{sample.name}: plans_that_a_judge_refuses"] = refused
        measured[f"{sample.name}: impossible_yet_planned"] = planned
    return measured


async def _verdicts(sample: Sample, limit: float) -> tuple[list[Verdict], list[float]]:
    limits = SolveLimits(seconds=limit)
    verdicts, seconds = [], []
    async with library() as known:
        # The first verdict starts the children.
        await known.verdict(sample.domain, sample.problem, (), limits)
        for specification in sample.specifications:
            started = time.perf_counter()
            verdicts.append(await known.verdict(sample.domain, sample.problem, specification, limits))
            seconds.append(time.perf_counter() - started)
    return verdicts, seconds


async def _examine(sample: Sample, verdicts: Sequence[Verdict], seconds: float) -> tuple[list[object], list[object]]:
    """Plans that not all judges accept, VAL among them, and impossible specifications that some engine plans."""
    refused: list[object] = []
    planned: list[object] = []
    judges, setups = standard_judges(), all_engine_setups() if seconds > 0 else ()
    try:
        for verdict, specification in zip(verdicts, sample.specifications, strict=True):
            asked = texts(specification)
            if isinstance(verdict, PlanProved):
                request = JudgeRequest(sample.domain, sample.problem, verdict.plan, tuple(asked))
                proof = await prove(judges, request)
                if proof.ruling != "accepted":
                    refused.append({"specification": asked, "plan": verdict.plan, "ruling": proof.ruling})
            elif verdict.verdict == "impossible":
                for setup in setups:
                    end = await setup.go(sample, specification, seconds)
                    if end.word == "plan":
                        planned.append({"specification": asked, "plan": end.plan, "by": setup.name})
                        break
    finally:
        for setup in setups:
            await setup.engine.close()
    return refused, planned
