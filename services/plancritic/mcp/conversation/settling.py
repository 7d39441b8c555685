"""Tools for what a person decides about a plan: a reading is right, the plan is taken, the last turn is taken back."""

from __future__ import annotations

from typing import Annotated, Any

from mcp_types import CallToolResult
from pydantic import Field

from mcp.server.mcpserver import Context
from plancritic.client import PlancriticClient
from plancritic.command_line.chat.actions import undone
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.sessions import Revision
from plancritic.mcp.connection import Connection
from plancritic.mcp.conversation.following import end_or_question, outcome_told
from plancritic.mcp.conversation.recorded import found_session
from plancritic.mcp.conversation.story import in_force_in_words, revision_data
from plancritic.mcp.conversation.turns import Seen, Session
from plancritic.mcp.words import plan_in_words, told
from plancritic.pictures.changes_in_words import TimeWords


class Settling:
    """The tools that change a session without a search."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._settings = SearchSettings()

    async def confirm(
        self,
        session: Session,
        statement: Annotated[str, Field(description="Id of a statement in force (`s1`), or its words.")],
        revision: Seen = None,
    ) -> CallToolResult:
        """Confirm that a statement was read as the person meant it.

        Call it only when the person has seen the reading and said that it is right: never on your own judgement.
        """
        client = await self._connection.client()
        after = await client.confirm((await found_session(client, session)).id, statement, revision)
        return await self._told("Confirmed.", after)

    async def accept(self, session: Session, revision: Seen = None) -> CallToolResult:
        """Accept the session's plan, which confirms every reading in force.

        Call it only when the person has seen the plan and the readings, and said that they take them.
        """
        client = await self._connection.client()
        after = await client.accept((await found_session(client, session)).id, revision)
        return await self._told("Accepted: this is the plan, and what was said was read as it was meant.", after)

    async def undo(self, context: Context[Any, Any], session: Session, revision: Seen = None) -> CallToolResult:
        """Go back to the plan and the statements before the last turn. Undoing again goes back further."""
        client = await self._connection.client()
        known = await found_session(client, session)
        before = await client.head(known.id)
        try:
            after = await client.undo(known.id, revision or before.id)
        except ContractError as error:
            if error.fault.code is not FaultCode.NOTHING_TO_UNDO or not before.in_force or before.passed_over:
                raise
            return await self._without_all(client, before, context)
        return await self._told("\n".join(("Undone.", *undone(before.in_force, after.in_force))), after)

    async def _without_all(
        self, client: PlancriticClient, before: Revision, context: Context[Any, Any]
    ) -> CallToolResult:
        """Before the first revision there was the plan without feedback."""
        names = [each.statement.id for each in before.in_force]
        feedback = await client.dropping(before.session, names, self._settings, before.id)
        run = await client.submit(feedback)
        return await outcome_told(self._connection, await end_or_question(run, context))

    async def _told(self, done: str, after: Revision) -> CallToolResult:
        time = (await self._connection.lexicon(after.problem)).time
        unit = TimeWords(time.singular, time.plural)
        parts = [done, in_force_in_words(after), plan_in_words("The plan now", after.steps, unit)]
        parts.append(f"Session {after.session}, revision {after.number}.")
        return told("\n\n".join(parts), {"outcome": "changed", **revision_data(after)})
