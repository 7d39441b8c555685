"""What a chat asks of the session itself, apart from new statements: undo, accept, drop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from plancritic.client import PlancriticClient
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, PlanStep, SearchSettings
from plancritic.contracts.sessions import Revision, StatementInForce


@dataclass(frozen=True)
class SessionPlan:
    """The plan that a session has after an action."""

    plan: str
    steps: tuple[PlanStep, ...]
    #: What an undo changed in the statements in force, a sentence each.
    undone: tuple[str, ...] = ()


class SessionActions(Protocol):
    """Changes a session; each returns its plan afterwards and raises `ContractError` where it cannot."""

    async def undo(self, session: str) -> SessionPlan:
        """Go back to the plan before the last change."""

    async def accept(self, session: str) -> SessionPlan:
        """Accept the plan, and confirm the readings that are in doubt."""

    async def drop(self, session: str, statement: str) -> SessionPlan:
        """Plan again without one statement: its id, or the beginning of its words."""


class ClientActions:
    """The actions by a client of the bus."""

    def __init__(self, client: PlancriticClient, settings: SearchSettings) -> None:
        self._client = client
        self._settings = settings

    async def undo(self, session: str) -> SessionPlan:
        """Go back to the revision before the newest one; before the first there was the plan without feedback."""
        try:
            before = await self._client.head(session)
            after = await self._client.undo(session, before.id)
            return replace(_plan_of(after), undone=undone(before.in_force, after.in_force))
        except ContractError as error:
            if error.fault.code is FaultCode.UNKNOWN_NAME:
                raise ContractError(_nothing_yet(error.fault)) from None
            if error.fault.code is not FaultCode.NOTHING_TO_UNDO:
                raise
            head = await self._client.head(session)
            in_force = head.in_force
            if not in_force or head.passed_over:
                raise
            plan = await self._drop(session, [each.statement.id for each in in_force])
            return replace(plan, undone=undone(in_force, ()))

    async def accept(self, session: str) -> SessionPlan:
        """Accept the newest revision."""
        try:
            return _plan_of(await self._client.accept(session))
        except ContractError as error:
            if error.fault.code is not FaultCode.UNKNOWN_NAME:
                raise
            raise ContractError(_nothing_yet(error.fault)) from None

    async def drop(self, session: str, statement: str) -> SessionPlan:
        """Run a turn without the statement, and return the plan that it ends with."""
        return await self._drop(session, [statement])

    async def _drop(self, session: str, statements: Sequence[str]) -> SessionPlan:
        ended = await (await self._client.drop(session, statements, self._settings)).end()
        if isinstance(ended, FeedbackRefused):
            raise ContractError(ended.fault)
        return SessionPlan(ended.plan, ended.steps)


def undone(before: Sequence[StatementInForce], after: Sequence[StatementInForce]) -> tuple[str, ...]:
    """Return what an undo changed in the statements in force, a sentence each."""
    known, now = ({each.statement.id: each for each in entries} for entries in (before, after))
    gone = [f'No longer in force: {name} ("{each.statement.text}").' for name, each in known.items() if name not in now]
    back = [f'In force again: {name} ("{each.statement.text}").' for name, each in now.items() if name not in known]
    read = [
        f'As before: {name} ("{each.statement.text}"), read as: {each.said_back or each.mid_level_goal}'
        for name, each in now.items()
        if name in known and (known[name].constraints, known[name].reading) != (each.constraints, each.reading)
    ]
    return (*gone, *back, *read)


def _nothing_yet(fault: Fault) -> Fault:
    return fault.model_copy(
        update={
            "message": "none of your statements is in force yet",
            "remedy": "say what the plan must do; `help` lists what you can ask for",
        }
    )


def _plan_of(revision: Revision) -> SessionPlan:
    return SessionPlan(revision.plan, revision.steps)
