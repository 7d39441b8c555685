"""What a run needs of the other services; `bus_workers` has it over the bus, tests have their own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from plancritic.contracts.feedback import ServiceJobs, Timing
from plancritic.contracts.planning import Improvement, SolveLimits, Verdict
from plancritic.contracts.scoring import Scores
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Statement, Translation
from plancritic.contracts.validation import Validation

Value = TypeVar("Value")
Other = TypeVar("Other")


@dataclass(frozen=True)
class Improving:
    """What a better plan is looked for with: see `ImprovePlan`, whose fields these are."""

    specification: tuple[TracedConstraint, ...]
    starts: tuple[str, ...]
    shown: str | None
    keep_close: bool
    limits: SolveLimits
    engine: str | None
    attempt: int = 1


class Workers(Protocol):
    """Translator, planner, validator and scorer as one run sees them.

    Every method raises `ContractError` where a service refuses the job or does not answer in time.
    """

    async def translate(
        self, statements: Sequence[Statement], shown_plan: str, translator: str | None, seed: int | None
    ) -> Translation:
        """Return the readings of every statement."""

    async def solve(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        explain: bool = False,
        seconds_wanted: float | None = None,
        tidy: bool = False,
    ) -> Verdict:
        """Return the verdict on a specification.

        With `explain` an impossibility comes with its clash and with what would help instead; with `tidy` a plan comes
        without needless steps, each step as soon as it can be. After `seconds_wanted`
        from now nobody needs the verdict any more.
        """

    async def improve(self, wanted: Improving, seconds_wanted: float | None = None) -> Improvement | None:
        """Return the best plan around known ones; None where the planner found nothing to improve, or was lost.

        After `seconds_wanted` from now nobody needs it any more.
        """

    async def validate(
        self, plan: str, specification: Sequence[TracedConstraint], questions: Sequence[str]
    ) -> Validation:
        """Return the judges' proof of a plan under a specification, and their answers to the questions, in order."""

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        """Return the learned scorer's adherence of every plan to every text; one model judges a whole run."""

    def timings(self) -> tuple[Timing, ...]:
        """Return the seconds of waiting for each service, summed over its jobs, and the number of jobs."""

    def jobs(self) -> tuple[ServiceJobs, ...]:
        """Return how many jobs each service was asked for so far, and how many of them the run waits for no longer."""


async def all_of(requests: Iterable[Coroutine[Any, Any, Value]]) -> list[Value]:
    """Return the answers to all requests, in their order; if one fails, give up the others and raise its fault."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(request) for request in requests]
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return [task.result() for task in tasks]


async def both(one: Coroutine[Any, Any, Value], other: Coroutine[Any, Any, Other]) -> tuple[Value, Other]:
    """Return the answers to two requests of different kinds; if one fails, give up the other and raise its fault."""
    try:
        async with asyncio.TaskGroup() as group:
            first, second = group.create_task(one), group.create_task(other)
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return first.result(), second.result()
