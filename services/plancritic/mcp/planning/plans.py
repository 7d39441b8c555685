"""Tools for plans without feedback and for proofs of plans, both made in this process."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Annotated

from cachetools import LRUCache
from mcp_types import CallToolResult
from pydantic import Field

from plancritic.command_line.planning.planning_json import validation_json
from plancritic.command_line.planning.planning_request import PlanningFiles
from plancritic.command_line.planning.validate import judge_files, show_validation
from plancritic.command_line.plans.plan_view import PlanView, plan_of_bundle
from plancritic.command_line.plans.show import plan_json
from plancritic.domains import DomainBundle
from plancritic.mcp.connection import Connection
from plancritic.mcp.faults import invalid
from plancritic.mcp.words import plan_in_words, printed, told
from plancritic.pddl.language import without_comments

_KEPT_PLANS = 64
_LONGEST_TEXT = 1_000_000
Pddl = Annotated[str | None, Field(max_length=_LONGEST_TEXT)]


class FirstPlans:
    """Plans without feedback, each made and proved once; `planning` bounds how many at a time."""

    def __init__(self, connection: Connection, planning: asyncio.Semaphore) -> None:
        self._connection = connection
        self._planning = planning
        self._kept: LRUCache[tuple[str, str], asyncio.Future[PlanView]] = LRUCache(_KEPT_PLANS)

    async def first(self, domain: str, problem: str) -> PlanView:
        """Return the plan of a published domain's problem.

        Raises:
            ContractError: there is no such domain.
            CommandFault: there is no such problem, or no plan is found.
        """
        bundle = await (await self._connection.domains()).current(domain)
        key = bundle.sha256, problem
        found = self._kept.get(key)
        if found is None or (found.done() and (found.cancelled() or found.exception() is not None)):
            found = asyncio.ensure_future(self._planned(bundle, problem))
            self._kept[key] = found
        return await asyncio.shield(found)

    async def _planned(self, bundle: DomainBundle, problem: str) -> PlanView:
        async with self._planning:
            return await plan_of_bundle(bundle, problem)


class Planning:
    """The tools that plan and prove without a session."""

    def __init__(self, connection: Connection, plans: FirstPlans, planning: asyncio.Semaphore) -> None:
        self._connection = connection
        self._plans = plans
        self._planning = planning

    async def plan(
        self,
        domain: Annotated[str, Field(description="Name of a published domain.")],
        problem: Annotated[str, Field(description="Id of its problem.")] = "1",
    ) -> CallToolResult:
        """Show the plan of a problem without any feedback: planned, and proved by all judges."""
        view = await self._plans.first(domain, problem)
        text = plan_in_words(f"Plan of {view.domain} {view.problem} without feedback, proved", view.steps, view.unit)
        return told(text, {"verdict": "plan", **plan_json(view.domain, view.problem, view.plan, view.steps)})

    async def validate(
        self,
        plan: Annotated[str, Field(max_length=_LONGEST_TEXT, description="PDDL plan text, one step a line.")],
        domain: Annotated[str | None, Field(description="Name of a published domain.")] = None,
        problem: Annotated[str, Field(description="Id of its problem.")] = "1",
        domain_pddl: Annotated[Pddl, Field(description="Or the PDDL text of a domain,")] = None,
        problem_pddl: Annotated[Pddl, Field(description="and that of a problem.")] = None,
        constraints: Annotated[str, Field(max_length=_LONGEST_TEXT, description="PDDL3 constraints, one a line.")] = "",
    ) -> CallToolResult:
        """Check a plan with the three judges: VAL, Kairos' validator and the trajectory executor.

        The ruling (`accepted`, `rejected`, `disputed`, `unjudged`) is the judges' own: pass it on as it is.
        """
        files = await self._files(domain, problem, domain_pddl, problem_pddl, constraints)
        started = time.monotonic()
        async with self._planning:
            proof, answers = await judge_files(files, plan, "plan")
        text = printed(lambda console: show_validation(console, proof, answers))
        return told(text, validation_json(proof, answers, round(time.monotonic() - started, 4)))

    async def _files(
        self, domain: str | None, problem: str, domain_pddl: str | None, problem_pddl: str | None, constraints: str
    ) -> PlanningFiles:
        if (domain is None) == (domain_pddl is None) or (domain_pddl is None) != (problem_pddl is None):
            raise invalid("it is not clear which problem the plan is for", "name `domain`, or give both PDDL texts")
        if domain_pddl is not None and problem_pddl is not None:
            names, texts = ("domain_pddl", "problem_pddl"), (domain_pddl, problem_pddl)
        else:
            bundle = await (await self._connection.domains()).current(domain or "")
            names = f"{bundle.name}/domain.pddl", f"{bundle.name}/problems/{problem}.pddl"
            texts = bundle.domain_pddl, bundle.problem(problem)
        one, other = (without_comments(text) for text in texts)
        return PlanningFiles(Path(names[0]), Path(names[1]), Path("constraints"), one, other, constraints)
