"""Plans of a problem as HDE and feedback want them: up to so many by K*, remembered by the texts they are for."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Protocol

from cachetools import LRUCache

from plancritic.contracts.planning import Failure, SolveLimits
from plancritic.engines import PlanningRequest
from plancritic.engines.capabilities.manifests import manifest
from plancritic.engines.planners.kstar import NAME, KStarEngine, TopPlans
from plancritic.pddl.language import parse_plan
from plancritic.refiner.equivalence.executor import Step

#: Plans that are asked for, and seconds that this may take: [FS].
MOST_PLANS = 100
LIMITS = SolveLimits(seconds=5.0)
#: Plan sets that are remembered: some hundred kilobytes each where plans are long.
MOST_KNOWN = 2_000


@dataclass(frozen=True, slots=True)
class PlanSet:
    """The cheapest plans of a problem, cheapest first.

    `shortfall` is how many of those asked for are missing without a proof that there are no more; `failure` says why
    there is none at all (`impossible`: it is proved that there is none).
    """

    plans: tuple[tuple[Step, ...], ...]
    shortfall: int = 0
    failure: Failure | None = None


class PlanSource(Protocol):
    """Finds plans of a domain for a problem."""

    async def plans(self, domain: str, problem: str) -> PlanSet:
        """Return the plan set of two PDDL texts."""
        ...


class PlanSets:
    """Plan sets by K*; a pair of domain and problem text is planned for once while it is remembered."""

    def __init__(self, children: int = 2, most: int = MOST_PLANS, limits: SolveLimits = LIMITS) -> None:
        self._engine = KStarEngine(manifest(NAME), children)
        self._most = most
        self._limits = limits
        self._known: LRUCache[str, PlanSet] = LRUCache(MOST_KNOWN)

    async def plans(self, domain: str, problem: str) -> PlanSet:
        """Return the plan set of two PDDL texts; a limit that is reached is told as shortfall or failure."""
        key = hashlib.sha256(f"{len(domain)} {domain}{problem}".encode()).hexdigest()
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = await self._planned(domain, problem)
        return known

    async def close(self) -> None:
        """End the planners."""
        await self._engine.close()

    async def _planned(self, domain: str, problem: str) -> PlanSet:
        found = await self._engine.top_plans(PlanningRequest(domain, problem, limits=self._limits), self._most)
        if not isinstance(found, TopPlans):
            return PlanSet((), failure=found)
        missing = 0 if found.exhausted else self._most - len(found.plans)
        return PlanSet(tuple(steps_of(each.plan) for each in found.plans), missing)


def steps_of(plan: str) -> tuple[Step, ...]:
    """Return the steps of a sequential plan in PDDL plan text, in the order of their times."""
    return tuple((each.action, *each.arguments) for each in parse_plan(plan).steps)
