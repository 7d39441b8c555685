"""The same verdicts as jobs over NATS, and once more from the cache that the planner fills."""

from __future__ import annotations

import time
from collections import Counter

from tests.bench.library import without_known_plans
from tests.bench.mutated import PROBLEMS, mutated
from tests.bench.sizes import Measured, Sizes, spread

from plancritic.bus import BucketName, Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.planning import Solution, SolveLimits, SolveProblem
from plancritic.contracts.specification import ProblemReference
from plancritic.local import LocalStack
from plancritic.verdicts.cache.stores import BucketStore
from plancritic.verdicts.cache.verdict_cache import VerdictCache, VerdictRequest, problem_hash


async def verdicts_as_jobs(sizes: Sizes) -> Measured:
    """One job after another to one planner process; the second pass reads the bucket of verdicts."""
    measured: Measured = {"limit_seconds": sizes.limit}
    others = dict.fromkeys(("translator", "validator", "scorer", "coordinator"), 0)
    limits = SolveLimits(seconds=sizes.limit)
    for domain, problem, horizon in PROBLEMS:
        sample = mutated(domain, problem, horizon, sizes.mutated, sizes.seed)
        with without_known_plans():
            async with (
                LocalStack(copies={**others, "planner": 1}) as stack,
                Client.connect(stack.settings, "bench") as client,
            ):
                bundle = next(one.bundle for one in stack.published if one.domain == domain)
                reference = ProblemReference(domain=domain, problem=problem, bundle=bundle)
                jobs = [
                    SolveProblem(envelope=Envelope.start(), problem=reference, specification=each, limits=limits)
                    for each in ((), *sample.specifications)
                ]
                seconds, words = [], Counter[str]()
                for job in jobs:
                    started = time.perf_counter()
                    solution = await client.request(job, subjects.SOLVE, timeout=600)
                    seconds.append(time.perf_counter() - started)
                    assert isinstance(solution, Solution)
                    words[solution.verdict.verdict] += 1
                cache = VerdictCache(BucketStore(client, BucketName.VERDICTS), client.settings.tenant)
                key = problem_hash(sample.domain, sample.problem)
                known, hits = [], 0
                for job in jobs:
                    started = time.perf_counter()
                    verdict = await cache.read(VerdictRequest.of(job, key))
                    known.append(time.perf_counter() - started)
                    hits += verdict is not None
        measured[f"{sample.name}: verdicts"] = dict(words)
        # The first job fetches the bundle and starts the children; the first look asks which version plans.
        measured[f"{sample.name}: seconds"] = spread(seconds[1:])
        measured[f"{sample.name}: found_in_cache"] = f"{hits} of {len(jobs)}"
        measured[f"{sample.name}: cache_seconds"] = spread(known[1:])
    return measured
