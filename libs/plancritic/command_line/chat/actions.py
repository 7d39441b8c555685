"""What a chat asks of the session itself, apart from new statements: undo, accept, drop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn, Protocol

from plancritic.client import PlancriticClient
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import PlanStep


@dataclass(frozen=True)
class SessionPlan:
    """The plan that a session has after an action."""

    plan: str
    steps: tuple[PlanStep, ...]


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

    def __init__(self, client: PlancriticClient) -> None:
        self._client = client

    async def undo(self, session: str) -> SessionPlan:
        """Raise: sessions keep no revisions yet."""
        _missing("undo")

    async def accept(self, session: str) -> SessionPlan:
        """Raise: sessions keep no revisions yet."""
        _missing("accept")

    async def drop(self, session: str, statement: str) -> SessionPlan:
        """Raise: sessions keep no revisions yet."""
        _missing("drop")


def _missing(action: str) -> NoReturn:
    raise ContractError(
        Fault(
            code=FaultCode.SERVICE_UNAVAILABLE,
            message=f"the services of this version cannot {action}: sessions keep no revisions yet",
            remedy="say what you want instead as a statement",
        )
    )
