"""The recordings' candidates multiplied, all their combinations decided, a sample confirmed by K* one by one."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import Register
from plancritic.contracts.planning import Failure, Impossible, SolveLimits
from plancritic.engines.capabilities.manifests import manifest
from plancritic.engines.interface import Engine, PlanningRequest
from plancritic.engines.outcome import PlanFound
from plancritic.engines.planners import kstar
from plancritic.laboratory.schema.evaluation.cases import EvaluationDomain
from plancritic.laboratory.schema.evaluation.outcomes import Outcomes, outcomes_of
from plancritic.laboratory.schema.evaluation.variation import multiplied
from plancritic.schema_library.candidates.candidate import Candidate, domain_of
from plancritic.schema_library.combination.decision import Decision, Solved, Undecided

#: Seconds of computing time that K* has for one combination. One without a plan may need half a minute, two to three
#: times as much where other work shares the processor: with 60 s some may be left without a verdict.
KSTAR_SECONDS = 600.0


class Disagreement(Contract):
    """A combination that K* judges differently: the domain, and both answers in words."""

    domain_text: str
    ours: str
    theirs: str


class ScaleRow(Contract):
    """All combinations of a domain's multiplied candidates, and what K* says of a sample of them.

    `seconds` is wall time from the candidates to the last decision, processes started anew included; `cpu_seconds` is
    the computing time of all processes together, which other work on the machine hardly changes. Of the sample `agreed`
    have the same verdict and, where solvable, the same length of plan.
    """

    domain: str
    described_in: Register
    seed: int
    candidates: tuple[int, ...]
    combinations: int
    solvable: int
    undecided: int
    plans: int
    mean_length: float | None
    processes: int
    seconds: float
    cpu_seconds: float
    sample: int
    sample_solvable: int
    agreed: int
    disagreements: tuple[Disagreement, ...] = ()


@dataclass(frozen=True, slots=True)
class ScaleSettings:
    """How many combinations at least, by how many processes, and how large the sample is."""

    combinations: int = 100_000
    sample: int = 500
    processes: int = 2


async def scale_row(
    domain: EvaluationDomain,
    register: Register,
    settings: ScaleSettings,
    seed: int,
    progress: Callable[[str], None] = lambda _: None,
) -> ScaleRow:
    """Decide all combinations of a domain's multiplied candidates and confirm a sample.

    Raises:
        VariationError: The candidates have too few variations.
        ContractError: K* is not here.
    """
    library = domain.library(register, await domain.answers(register))
    candidates = multiplied(domain.skeleton, library.candidates, settings.combinations, seed)
    started = time.monotonic()
    outcomes = outcomes_of(domain.problem, candidates, settings.processes)
    seconds = time.monotonic() - started
    progress(f"{domain.name}: {outcomes.combinations:,} combinations decided in {seconds:.1f} s; K* confirms a sample")
    chosen = sampled(outcomes, settings.sample, seed)
    engine = _kstar(settings.processes)
    try:
        disagreements = await confirmed(domain, outcomes, chosen, engine, settings.processes)
    finally:
        await engine.close()
    return ScaleRow(
        domain=domain.name,
        described_in=register,
        seed=seed,
        candidates=outcomes.shared.sizes,
        combinations=outcomes.combinations,
        solvable=outcomes.solvable,
        undecided=outcomes.undecided,
        plans=len(outcomes.plans),
        mean_length=outcomes.mean_length,
        processes=settings.processes,
        seconds=seconds,
        cpu_seconds=outcomes.cpu_seconds,
        sample=len(chosen),
        sample_solvable=sum(isinstance(decision_on(outcomes.decisions, each), Solved) for each in chosen),
        agreed=len(chosen) - len(disagreements),
        disagreements=disagreements,
    )


def sampled(outcomes: Outcomes, size: int, seed: int) -> list[tuple[int, ...]]:
    """Return different combinations drawn at random, all of them where there are no more."""
    sizes = outcomes.shared.sizes
    rng = random.Random(seed)
    numbers = rng.sample(range(outcomes.combinations), min(size, outcomes.combinations))
    return [_combination(number, sizes) for number in numbers]


async def confirmed(
    domain: EvaluationDomain,
    outcomes: Outcomes,
    chosen: Sequence[tuple[int, ...]],
    engine: Engine,
    at_once: int = 2,
) -> tuple[Disagreement, ...]:
    """Plan each of these combinations by itself with an optimal engine and return those it judges differently."""
    turn = asyncio.Semaphore(at_once)

    async def one(combination: tuple[int, ...]) -> Disagreement | None:
        candidates = {
            action: found[number]
            for (action, found), number in zip(outcomes.candidates.items(), combination, strict=True)
        }
        async with turn:
            return await _compared(domain, candidates, decision_on(outcomes.decisions, combination), engine)

    found = await asyncio.gather(*map(one, chosen))
    return tuple(each for each in found if each is not None)


def decision_on(decisions: Sequence[Decision], combination: tuple[int, ...]) -> Decision:
    """Return the one decision whose box has a combination.

    Raises:
        ValueError: None has it, or several have.
    """
    found = [
        each
        for each in decisions
        if all(bits >> number & 1 for bits, number in zip(each.box, combination, strict=True))
    ]
    if len(found) != 1:
        raise ValueError(f"combination {combination} is in {len(found)} decisions")
    return found[0]


async def _compared(
    domain: EvaluationDomain, candidates: dict[str, Candidate], decision: Decision, engine: Engine
) -> Disagreement | None:
    text = domain_of(domain.skeleton, candidates).text
    limits = SolveLimits(seconds=KSTAR_SECONDS, deterministic=True)
    theirs = _in_words(await engine.solve(PlanningRequest(text, domain.problem_text, limits)))
    match decision:
        case Solved(plan=plan):
            ours = f"solvable in {len(plan)} steps"
        case Undecided():
            ours = "undecided"
        case _:
            ours = "unsolvable"
    return None if ours == theirs else Disagreement(domain_text=text, ours=ours, theirs=theirs)


def _in_words(outcome: PlanFound | Failure) -> str:
    match outcome:
        case PlanFound(plan=plan):
            return f"solvable in {sum('(' in line for line in plan.splitlines())} steps"
        case Impossible():
            return "unsolvable"
        case _:
            return f"no verdict: {outcome.model_dump_json(exclude_defaults=True)}"


def _combination(number: int, sizes: Sequence[int]) -> tuple[int, ...]:
    found = []
    for size in sizes:
        number, place = divmod(number, size)
        found.append(place)
    return tuple(found)


def _kstar(children: int) -> Engine:
    absence = kstar.absence()
    if absence is not None:
        fault = Fault(code=FaultCode.SERVICE_UNAVAILABLE, message="K* is not installed", remedy=absence)
        raise ContractError(fault)
    return kstar.KStarEngine(manifest("kstar"), children)
