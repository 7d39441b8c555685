"""Step 2: specifications to verdict per second, with one and with two planner processes."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from random import Random

from tests.bench.library import without_known_plans
from tests.bench.sizes import Measured, Sizes

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.planning import Solution, SolveLimits, SolveProblem
from plancritic.contracts.specification import ProblemReference, TracedConstraint
from plancritic.coordinator.search.operators import Mutation
from plancritic.domains import load_domain
from plancritic.local import LocalStack
from plancritic.pddl.language import parse_domain, parse_problem

DOMAIN, PROBLEM = "waterway", "1"
#: Makespan of the base plan, about: the times that random constraints speak of.
_HORIZON = 10.0
_LIMITS = SolveLimits(seconds=1.0)


def sample_specifications(count: int, seed: int) -> list[tuple[TracedConstraint, ...]]:
    """Random specifications of one to three constraints, as mutation makes them."""
    bundle = load_domain(DOMAIN)
    problem = parse_problem(bundle.problem(PROBLEM), parse_domain(bundle.domain_pddl))
    mutation, random = Mutation(problem, _HORIZON), Random(seed)
    return [
        tuple(TracedConstraint(constraint=str(mutation.random_constraint(random))) for _ in range(random.randint(1, 3)))
        for _ in range(count)
    ]


async def solve(client: Client, reference: ProblemReference, specification: tuple[TracedConstraint, ...]) -> Solution:
    """One job to the planner and its result."""
    job = SolveProblem(envelope=Envelope.start(), problem=reference, specification=specification, limits=_LIMITS)
    result = await client.request(job, subjects.SOLVE, timeout=600)
    assert isinstance(result, Solution)
    return result


def reference_of(stack: LocalStack) -> ProblemReference:
    """The problem that is measured, as published on this stack."""
    bundle = next(one.bundle for one in stack.published if one.domain == DOMAIN)
    return ProblemReference(domain=DOMAIN, problem=PROBLEM, bundle=bundle)


async def specifications_per_second(sizes: Sizes) -> Measured:
    """The same specifications, all queued at once, by number of planner processes."""
    specifications = sample_specifications(sizes.specifications, sizes.seed)
    measured: Measured = {"specifications": len(specifications), "limit_seconds": _LIMITS.seconds}
    for planners in (1, 2):
        others = dict.fromkeys(("translator", "validator", "scorer", "coordinator"), 0)
        with without_known_plans():
            async with (
                LocalStack(copies={**others, "planner": planners}) as stack,
                Client.connect(stack.settings, "bench") as client,
            ):
                reference = reference_of(stack)
                # The first job of a process fetches the bundle and starts its children: not measured.
                await asyncio.gather(*(solve(client, reference, ()) for _ in range(4 * planners)))
                started = time.monotonic()
                solutions = await asyncio.gather(*(solve(client, reference, each) for each in specifications))
                seconds = time.monotonic() - started
        verdicts = Counter(solution.verdict.verdict for solution in solutions)
        measured[f"per_second_{planners}_planner"] = round(len(specifications) / seconds, 1)
        measured[f"verdicts_{planners}_planner"] = dict(verdicts)
    return measured
