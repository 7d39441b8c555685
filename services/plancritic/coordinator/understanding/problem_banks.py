"""Plans of a problem that differ, made once for all its statements: the bank with which each posterior begins.

They depend on nothing but the problem and the planner: the draws have a seed of their own, the limits are CPU seconds.
The planner keeps its verdicts in the cache, so that another copy, or this one started anew, plans little again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import TypeAlias
from weakref import WeakValueDictionary

import structlog
from cachetools import LRUCache

from plancritic.contracts.planning import EngineCrashed, PlanProved, SolveLimits, TimedOut, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.coordinator.runs.workers import Workers, all_of
from plancritic.coordinator.understanding.drawing import Draws, most_different
from plancritic.pddl.execution import Trajectory, execute
from plancritic.pddl.language import Constraint, ExpansionTooLargeError, Problem, parse_plan
from plancritic.threads import in_thread
from plancritic.verdicts.cache.verdict_cache import problem_hash

_log = structlog.get_logger("plancritic.coordinator.understanding.problem_banks")

#: Plans of a bank at most. Measured: 16 tell readings apart as well as 32, and scoring them takes half the time.
MOST_PLANS = 24
#: Specifications that are planned for at once, and how often at most.
ROUND, ROUNDS = 16, 3
LIMITS = SolveLimits(seconds=0.5, deterministic=True)
_SEED = 1
_PROBES = 100
#: Problems whose banks are kept.
_BANKS = 32

#: Plans of a problem as PDDL, each with what it comes to.
KnownPlans: TypeAlias = Mapping[str, Trajectory]
#: Returns the bank of a run's problem.
BankOfProblem: TypeAlias = Callable[[], Awaitable[KnownPlans]]

NO_PLANS: KnownPlans = MappingProxyType({})


async def no_bank() -> KnownPlans:
    """Return no plans: for a run whose statements have the plans for their own readings alone."""
    return NO_PLANS


class ProblemBanks:
    """The banks of the problems last asked for; each is made by the first run that needs it."""

    def __init__(self) -> None:
        self._kept: LRUCache[tuple[str, str | None], KnownPlans] = LRUCache(_BANKS)
        self._making: WeakValueDictionary[tuple[str, str | None], asyncio.Lock] = WeakValueDictionary()

    async def of(self, workers: Workers, problem: Problem, planner: str | None) -> KnownPlans:
        """Return the bank of a problem, made by `workers` where this version of the planner has made none here.

        It is empty for a problem that is too large or too hard: one that is not planned for in half a second. Where an
        engine has crashed the bank is not kept.

        Raises:
            ContractError: the planner refuses a job or does not answer.
        """
        key = (problem_hash(problem.domain.text, problem.text), planner)
        async with self._making.setdefault(key, asyncio.Lock()):
            if key not in self._kept:
                bank, complete = await _made(workers, problem)
                if not complete:
                    return bank
                self._kept[key] = bank
            return self._kept[key]


async def _made(workers: Workers, problem: Problem) -> tuple[KnownPlans, bool]:
    """Return the bank of a problem, and whether no engine crashed over it."""
    (first,) = await _solved(workers, [()])
    if not isinstance(first, PlanProved):
        _log.info("no bank of plans: the problem is not planned for in time", verdict=first.verdict)
        return NO_PLANS, not isinstance(first, EngineCrashed)
    random = Random(_SEED)
    try:
        draws = await in_thread(lambda: Draws(problem, parse_plan(first.plan).makespan, random))
    except (ExpansionTooLargeError, ValueError) as error:
        _log.info("no bank of plans", reason=str(error))
        return NO_PLANS, True
    probes = [draws.constraint() for _ in range(_PROBES)]
    plans, crashed = {first.plan: None}, 0
    for _ in range(ROUNDS):
        verdicts = await _solved(workers, [draws.specification() for _ in range(ROUND)])
        plans |= {each.plan: None for each in verdicts if isinstance(each, PlanProved)}
        crashed += sum(isinstance(each, EngineCrashed) for each in verdicts)
        # Where most searches end at their limit, more of them would take long and find little.
        if 2 * sum(isinstance(each, TimedOut) for each in verdicts) > ROUND:
            break
    if crashed:
        _log.warning("engines crashed over the bank of plans, which is made again next time", times=crashed)
    bank = await in_thread(lambda: _chosen(problem, tuple(plans), probes))
    return bank, not crashed


def _chosen(problem: Problem, plans: Sequence[str], probes: Sequence[Constraint]) -> KnownPlans:
    executed = {plan: execute(problem, parse_plan(plan)) for plan in plans}
    return MappingProxyType({plan: executed[plan] for plan in most_different(executed, probes, MOST_PLANS)})


async def _solved(workers: Workers, specifications: Sequence[Sequence[Constraint]]) -> list[Verdict]:
    return await all_of(
        workers.solve(tuple(TracedConstraint(constraint=str(each)) for each in its), LIMITS, None)
        for its in specifications
    )
