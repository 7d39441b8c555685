"""Sessions: what a person said turn by turn, and going back, branching and accepting."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.bus import Client
from plancritic.client.errors import AmbiguousStatement, UnknownStatement
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.sessions import (
    AcceptRevision,
    BranchSession,
    ReportSession,
    Revision,
    SessionChanged,
    SessionReport,
    StatementInForce,
    UndoRevision,
    words_of,
)

#: How long the coordinator may take to look up, or to change, a session.
_SECONDS = 10.0


async def report(client: Client, beginning: str | None, limit: int, before: int | None) -> SessionReport:
    """Return the latest sessions, or the one whose id begins so with its revisions, newest first.

    Raises:
        ContractError: no session begins so, or several; or no coordinator answers.
    """
    ask = ReportSession(envelope=Envelope.start(), session=beginning, limit=limit, before=before)
    answer: SessionReport = await client.ask(ask, subjects.REPORT_SESSION, timeout=_SECONDS)
    return answer


async def head(client: Client, beginning: str) -> Revision:
    """Return the newest revision of the one session whose id begins so. Raises as `report`."""
    found = (await report(client, beginning, 1, None)).head
    assert found is not None, "a session that is reported has a newest revision"
    return found


async def accept(client: Client, beginning: str, revision: str | None, statement: str | None = None) -> Revision:
    """Accept the newest revision of a session, or confirm the reading of one statement in force in it.

    Raises as `report`, and where `revision` is not the newest, or no statement in force has this id.
    """
    ask = AcceptRevision(envelope=Envelope.start(), session=beginning, revision=revision, statement=statement)
    answer: SessionChanged = await client.ask(ask, subjects.ACCEPT_REVISION, timeout=_SECONDS)
    return answer.revision


async def undo(client: Client, beginning: str, revision: str | None) -> Revision:
    """Go back to the revision before the newest. Raises as `accept`, and where there is none before."""
    ask = UndoRevision(envelope=Envelope.start(), session=beginning, revision=revision)
    answer: SessionChanged = await client.ask(ask, subjects.UNDO_REVISION, timeout=_SECONDS)
    return answer.revision


async def branch(client: Client, beginning: str, revision: str | None, into: str | None) -> Revision:
    """Begin a session with a copy of a revision. Raises as `report`, and where `into` is there already."""
    ask = BranchSession(envelope=Envelope.start(), session=beginning, revision=revision, into=into)
    answer: SessionChanged = await client.ask(ask, subjects.BRANCH_SESSION, timeout=_SECONDS)
    return answer.revision


def find_statement(named: str, in_force: Sequence[StatementInForce]) -> StatementInForce:
    """Return the one statement in force with this id, or these words, or whose words begin so.

    Raises:
        UnknownStatement, AmbiguousStatement: there is none, or several.
    """
    words = words_of(named)
    for found in (
        [each for each in in_force if each.statement.id == named],
        [each for each in in_force if words_of(each.statement.text) == words],
        [each for each in in_force if words and words_of(each.statement.text).startswith(words)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousStatement(named, found)
    raise UnknownStatement(named, in_force)
