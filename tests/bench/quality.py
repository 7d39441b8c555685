"""First plan and best plan of waterway 2 against Kairos by itself, and every archetype planned."""

from __future__ import annotations

import time

import kairos
from tests.bench.library import library, one_core
from tests.bench.mutated import PROBLEMS, ground_truths
from tests.bench.sizes import Measured, Sizes

from plancritic.contracts.planning import PlanProved, SolveLimits
from plancritic.domains.folder import load_folder
from plancritic.pddl.language import parse_plan

DOMAIN, PROBLEM = "waterway", "2"
_REPEATS = 5
_ANYTIME = 5.0


async def plan_quality(sizes: Sizes) -> Measured:
    """Seconds to the first plan (best of several) and makespans, ours and plain Kairos' in this process."""
    bundle = load_folder(DOMAIN)
    domain, problem = bundle.domain_pddl, bundle.problem(PROBLEM)
    with one_core():
        plain = [_plain(domain, problem, anytime=False, seconds=sizes.limit) for _ in range(_REPEATS)]
        async with library() as known:
            await known.verdict(domain, problem, (), SolveLimits(seconds=sizes.limit))
            ours = []
            for _ in range(_REPEATS):
                started = time.perf_counter()
                verdict = await known.verdict(domain, problem, (), SolveLimits(seconds=sizes.limit))
                ours.append((time.perf_counter() - started, _makespan(verdict)))
            _, plain_best = _plain(domain, problem, anytime=True, seconds=_ANYTIME)
            best = await known.verdict(domain, problem, (), SolveLimits(seconds=_ANYTIME, anytime=True))
    first, ours_first = min(plain), min(ours)
    return {
        "kairos_first_seconds": round(first[0], 4),
        "first_seconds": round(ours_first[0], 4),
        "ratio": round(ours_first[0] / first[0], 2),
        "kairos_first_makespan": first[1],
        "first_makespan": ours_first[1],
        f"kairos_best_makespan_in_{_ANYTIME:g}_s": plain_best,
        f"best_makespan_in_{_ANYTIME:g}_s": _makespan(best),
        "best_seconds": round(best.seconds, 2),
    }


async def archetypes(sizes: Sizes) -> Measured:
    """Milliseconds to a verdict on each archetype's ground truth, best of three."""
    measured: Measured = {}
    with one_core():
        async with library() as known:
            for domain, problem, _ in PROBLEMS:
                bundle = load_folder(domain)
                pddl = bundle.domain_pddl, bundle.problem(problem)
                for name, truth in ground_truths(domain, problem):
                    found = []
                    for _ in range(3):
                        started = time.perf_counter()
                        verdict = await known.verdict(*pddl, truth, SolveLimits(seconds=sizes.limit))
                        found.append(1000 * (time.perf_counter() - started))
                    found_by = f"{verdict.verdict} by {verdict.road or verdict.engine}"
                    measured[f"{domain} {problem} {name}"] = f"{found_by}, {min(found):.1f} ms"
    return measured


def _plain(domain: str, problem: str, anytime: bool, seconds: float) -> tuple[float, float | None]:
    started = time.perf_counter()
    task = kairos.parse_problem(problem, kairos.parse_domain(domain))
    result = kairos.Planner().solve(task, timeout=seconds, anytime=anytime, threads=1)
    elapsed = time.perf_counter() - started
    if result.plan is None:
        return elapsed, None
    return elapsed, round(parse_plan(result.plan.to_string(kairos.PlanFormat.IPC)).makespan, 3)


def _makespan(verdict: object) -> float | None:
    return round(parse_plan(verdict.plan).makespan, 3) if isinstance(verdict, PlanProved) else None
