"""Plans and their drawings: of a problem without feedback, of a session's newest revision."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from cachetools import LRUCache

from plancritic.console.work.conversation import Conversation
from plancritic.contracts.sessions import Revision
from plancritic.domains import DomainBundle
from plancritic.domains.published import PublishedDomains
from plancritic.pictures.drawing import Drawing
from plancritic.pictures.drawings import draw_plan_alone, draw_revision, draw_run
from plancritic.wording import Lexicon

if TYPE_CHECKING:
    from plancritic.command_line.plans.plan_view import PlanView

_KEPT_PLANS, _KEPT_LEXICONS = 64, 64


class Plans:
    """Plans without feedback, each made once, and the words of problems."""

    def __init__(self, domains: Callable[[], PublishedDomains], planning: asyncio.Semaphore) -> None:
        """`planning` bounds how many are planned for at once, of all tenants."""
        self._domains = domains
        self._planning = planning
        self._plans: LRUCache[tuple[str, str], asyncio.Future[PlanView]] = LRUCache(_KEPT_PLANS)
        self._lexicons: LRUCache[tuple[str, str], Lexicon] = LRUCache(_KEPT_LEXICONS)

    def lexicon(self, bundle: DomainBundle, problem: str) -> Lexicon:
        """Return the words of a problem."""
        key = bundle.sha256, problem
        if key not in self._lexicons:
            self._lexicons[key] = Lexicon(bundle, problem)
        return self._lexicons[key]

    async def first(self, domain: str, problem: str) -> PlanView:
        """Return the plan without feedback, planned and proved once for all who look at it.

        Raises:
            ContractError: there is no such domain.
            CommandFault: there is no such problem, or no plan is found.
        """
        bundle = await self._domains().current(domain)
        key = bundle.sha256, problem
        found = self._plans.get(key)
        if found is None or (found.done() and (found.cancelled() or found.exception() is not None)):
            found = asyncio.ensure_future(self._planned(bundle, problem))
            self._plans[key] = found
        return await asyncio.shield(found)

    async def _planned(self, bundle: DomainBundle, problem: str) -> PlanView:
        # Imported here: it needs what only planning needs.
        from plancritic.command_line.plans.plan_view import plan_of_bundle

        async with self._planning:
            return await plan_of_bundle(bundle, problem)

    async def drawing(self, conversation: Conversation, about: tuple[str, str]) -> tuple[Drawing, Lexicon]:
        """Return the drawing of what a session has come to, beside the plan before; without turns, of the first plan.

        Raises:
            ContractError: there is no such domain, or its bundle is not published any more.
            CommandFault: there is no such problem, or no plan is found.
        """
        head, result = conversation.head, conversation.result
        if result is not None:
            lexicon = self.lexicon(await self._domains().bundle(result.problem), result.problem.problem)
            drawing = draw_run(result, lexicon)
            if head is not None and head.execution is not None:
                drawing = drawing.model_copy(update={"now": head.execution.now})
            return drawing, lexicon
        if head is not None:
            lexicon = self.lexicon(await self._domains().bundle(head.problem), head.problem.problem)
            return draw_revision(head, lexicon, _before(conversation, head)), lexicon
        view = await self.first(*about)
        return draw_plan_alone(view.plan, view.lexicon, view.problem), view.lexicon

    async def compared(self, one: Revision, other: Revision) -> Drawing:
        """Return the drawing of a revision beside another one. Raises `ContractError` as `drawing`."""
        lexicon = self.lexicon(await self._domains().bundle(other.problem), other.problem.problem)
        return draw_revision(other, lexicon, one)


def _before(conversation: Conversation, head: Revision) -> Revision | None:
    """The revision that was the newest before this one."""
    earlier = [each for each in conversation.revisions.values() if each.number == head.number - 1]
    return earlier[0] if earlier else None
