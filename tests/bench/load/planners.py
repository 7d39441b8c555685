"""Verdicts a minute with one and with two copies of the planner, on specifications that take a while.

    python -m tests.bench.load.planners

Draws specifications of haulage 3, keeps those that take one planner at least 0.3 s when it is alone, and queues all of
them at once for one copy, then for two. Nothing known is used again: every job is planned.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import time
from collections import Counter
from random import Random

import structlog
from tests.bench.library import without_known_plans

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.planning import Solution, SolveLimits, SolveProblem
from plancritic.contracts.specification import ProblemReference, TracedConstraint
from plancritic.coordinator.search.operators import Mutation
from plancritic.domains import load_domain
from plancritic.local import LocalStack
from plancritic.pddl.language import parse_domain, parse_problem

_DOMAIN, _PROBLEM, _HORIZON = "haulage", "3", 100.0
_LEAST_SECONDS, _LIMITS = 0.3, SolveLimits(seconds=2.0)
_DRAWN = 400
Specification = tuple[TracedConstraint, ...]


def drawn(count: int, seed: int) -> list[Specification]:
    """Return random specifications of three constraints each, as mutation makes them."""
    bundle = load_domain(_DOMAIN)
    problem = parse_problem(bundle.problem(_PROBLEM), parse_domain(bundle.domain_pddl))
    mutation, random = Mutation(problem, _HORIZON), Random(seed)
    return [
        tuple(TracedConstraint(constraint=str(mutation.random_constraint(random))) for _ in range(3))
        for _ in range(count)
    ]


async def solved(client: Client, reference: ProblemReference, specification: Specification) -> tuple[float, str]:
    """Return the seconds of a job of its own, and its verdict."""
    job = SolveProblem(envelope=Envelope.start(), problem=reference, specification=specification, limits=_LIMITS)
    started = time.monotonic()
    result = await client.request(job, subjects.SOLVE, timeout=600)
    assert isinstance(result, Solution)
    return time.monotonic() - started, result.verdict.verdict


async def verdicts_per_minute(planners: int, specifications: list[Specification], choose: bool) -> dict[str, object]:
    """Return verdicts a minute; with `choose`, only the indices of the specifications that take long."""
    nobody = dict.fromkeys(("translator", "validator", "scorer", "coordinator", "dead_letters"), 0)
    with without_known_plans():
        async with (
            LocalStack(copies={**nobody, "planner": planners}) as stack,
            Client.connect(stack.settings, "bench") as client,
        ):
            bundle = next(one.bundle for one in stack.published if one.domain == _DOMAIN)
            reference = ProblemReference(domain=_DOMAIN, problem=_PROBLEM, bundle=bundle)
            # The first job of a process fetches the bundle and starts its children: not measured.
            await asyncio.gather(*(solved(client, reference, ()) for _ in range(4 * planners)))
            if choose:
                alone = [await solved(client, reference, each) for each in specifications]
                return {"long": [place for place, (seconds, _) in enumerate(alone) if seconds >= _LEAST_SECONDS]}
            started = time.monotonic()
            found = await asyncio.gather(*(solved(client, reference, each) for each in specifications))
            seconds = time.monotonic() - started
    return {
        "verdicts_per_minute": round(60 * len(found) / seconds, 1),
        "verdicts": dict(Counter(word for _, word in found)),
    }


def main() -> None:
    """Measure and print."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.load.planners",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    logging.disable(logging.INFO)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    specifications = drawn(_DRAWN, chosen.seed)
    long = asyncio.run(verdicts_per_minute(1, specifications, choose=True))["long"]
    assert isinstance(long, list)
    specifications = [specifications[place] for place in long]
    one, two = (asyncio.run(verdicts_per_minute(count, specifications, choose=False)) for count in (1, 2))
    print(json.dumps({"specifications": len(specifications), "one": one, "two": two}, indent=2))
    rates = [each["verdicts_per_minute"] for each in (one, two)]
    assert isinstance(rates[0], float) and isinstance(rates[1], float)
    print(f"two copies carry {rates[1] / rates[0]:.2f} times as many")


if __name__ == "__main__":
    main()
