"""Feedback in this process: plans by the executor, landmarks by K*; each domain is judged once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from cachetools import LRUCache

from plancritic.contracts.errors import Fault
from plancritic.pddl.language import Domain
from plancritic.refiner.equivalence.canonical import canonical_domain
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.equivalence.plan_sets import PlanSet, PlanSource
from plancritic.refiner.feedback.collecting import landmark_feedback, negative_feedback, plan_feedback
from plancritic.refiner.feedback.messages import Feedback
from plancritic.refiner.feedback.name_contract import DomainRefusedError, checked_domain
from plancritic.refiner.feedback.source import FeedbackKind, Judgement
from plancritic.refiner.feedback.task import RefinementTask

#: Domains whose feedback is remembered.
MOST_KNOWN = 5_000


@dataclass(eq=False)
class _Known:
    """What is known of one domain; `turn` has whoever finds out more of it."""

    domain: Domain | None = None
    fault: Fault | None = None
    messages: dict[FeedbackKind, tuple[Feedback, ...]] = field(default_factory=dict)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class LocalFeedback:
    """Judges candidates of one task; any number at once. Several sources may share plan sets."""

    def __init__(self, task: RefinementTask, plan_sets: PlanSource) -> None:
        self._task = task
        self._problems = tuple(each.text for each in task.problems)
        self._plan_sets = plan_sets
        self._known: LRUCache[str, _Known] = LRUCache(MOST_KNOWN)
        self._collect: dict[FeedbackKind, Callable[[Domain], Awaitable[tuple[Feedback, ...]]]] = {
            "plan": self._of_plans,
            "landmark": self._of_landmarks,
        }

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        """Return the feedback on a domain (PDDL text), that of plans first."""
        known = self._known.setdefault(domain, _Known())
        async with known.turn:
            if known.domain is None and known.fault is None:
                try:
                    known.domain = canonical_domain(checked_domain(domain, self._task.description, self._problems))
                except DomainRefusedError as error:
                    known.fault = error.fault
            if known.domain is None:
                assert known.fault is not None
                return Judgement(fault=known.fault.message)
            found: list[Feedback] = []
            plans: tuple[tuple[tuple[Step, ...], ...], ...] = ()
            for kind, collect in self._collect.items():
                if kind in kinds:
                    if kind not in known.messages:
                        known.messages[kind] = await collect(known.domain)
                    found += known.messages[kind]
            if "landmark" in kinds:
                plans = tuple([each.plans for each in await self._planned(known.domain)])
            return Judgement(tuple(found), plans=plans)

    async def _of_plans(self, domain: Domain) -> tuple[Feedback, ...]:
        return (*plan_feedback(domain, self._task.problems), *negative_feedback(domain, self._task.problems))

    async def _of_landmarks(self, domain: Domain) -> tuple[Feedback, ...]:
        # All problems at once; what is asked again below is known by then.
        await self._planned(domain)
        return await landmark_feedback(domain, self._task.problems, self._plan_sets)

    async def _planned(self, domain: Domain) -> list[PlanSet]:
        return await asyncio.gather(*(self._plan_sets.plans(domain.text, each) for each in self._problems))
