"""What a client asks of a session: to report, accept, undo and branch; each change is published as an event."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, new_id
from plancritic.contracts.sessions import (
    AcceptRevision,
    BranchSession,
    ReportSession,
    Revision,
    RevisionSummary,
    SessionReport,
    SessionRevised,
    UndoRevision,
)
from plancritic.coordinator.execution.record import kept_execution
from plancritic.coordinator.sessions.faults import no_such_session, not_in_force, nothing_to_undo, session_taken, stale
from plancritic.coordinator.sessions.revisions import (
    accepted,
    branched,
    revision_id,
    summary_of,
    undone,
    with_confirmed,
)
from plancritic.coordinator.sessions.store import Sessions

#: The revisions of an answer take at most this share of what the broker carries; the rest is for its head.
_SHARE_OF_PAYLOAD = 0.4


class SessionActions:
    """Answers the asks about sessions. Every method raises `ContractError` with what the person can do."""

    def __init__(self, client: Client, sessions: Sessions) -> None:
        self._client = client
        self._sessions = sessions

    async def report(self, ask: ReportSession) -> SessionReport:
        """Return the sessions, or one with its head and a page of its revisions."""
        if ask.session is None:
            found = await self._sessions.all()
            return SessionReport(sessions=found[: ask.limit], more=len(found) > ask.limit)
        session = await self._sessions.resolve(ask.session)
        head = await self._sessions.head(session)
        revisions = await self._sessions.newest(session, ask.limit, ask.before)
        room = int(self._client.connection.max_payload * _SHARE_OF_PAYLOAD)
        listed: list[RevisionSummary] = []
        for each in revisions:
            summary = summary_of(each)
            room -= len(summary.model_dump_json())
            if room < 0 and listed:
                break
            listed.append(summary)
        return SessionReport(
            sessions=(await self._sessions.summary(session),),
            head=head,
            revisions=tuple(listed),
            more=bool(listed) and listed[-1].number > 1,
        )

    async def accept(self, ask: AcceptRevision) -> Revision:
        """Accept the newest revision and return it; its doubtful readings are confirmed, or that of one statement."""
        head = await self._head(ask.session, ask.revision)
        statement = ask.statement
        if statement is not None and statement not in [each.statement.id for each in head.in_force]:
            raise not_in_force([statement], head.in_force)
        settle = accepted if statement is None else partial(with_confirmed, statement=statement)
        if settle(head) == head:
            return head
        changed = await self._sessions.change(head.session, head.id, settle)
        await self.announce(changed, ask.envelope)
        return changed

    async def undo(self, ask: UndoRevision) -> Revision:
        """Add a revision that is the parent of the newest one again, and return it."""
        head = await self._head(ask.session, ask.revision, made_by=ask.envelope.message_id)
        if head.id == revision_id(head.session, head.number, ask.envelope.message_id):
            return head
        made = undone(head, await self.before(head), ask.envelope.message_id, datetime.now(UTC))
        kept = await self._sessions.add(made)
        await self.announce(kept, ask.envelope)
        return kept

    async def branch(self, ask: BranchSession) -> Revision:
        """Begin a session with a copy of a revision, and return its first revision."""
        session = await self._sessions.resolve(ask.session)
        source = (
            await self._head(session, None)
            if ask.revision is None
            else await self._sessions.revision(session, ask.revision)
        )
        into = ask.into or new_id()
        head = await self._head(session, None)
        # What was done is done, whichever revision goes on.
        what = f"the plan of revision {source.id}"
        execution = kept_execution(head.execution, source.execution, source.plan, what)
        made = branched(source, into, ask.envelope.message_id, datetime.now(UTC))
        made = made.model_copy(update={"execution": execution})
        existing = await self._sessions.head(into)
        if existing is not None and existing.id != made.id:
            raise session_taken(into)
        kept = await self._sessions.add(made)
        await self.announce(kept, ask.envelope)
        return kept

    async def before(self, head: Revision) -> Revision:
        """Return the revision that undoing `head` goes back to.

        Raises:
            ContractError: there is none, or no longer.
        """
        if head.parent is None:
            raise nothing_to_undo(head)
        return await self._sessions.revision(head.session, head.parent)

    async def announce(self, revision: Revision, cause: Envelope) -> None:
        """Publish that a session has changed."""
        envelope = cause.model_copy(update={"session_id": revision.session}).caused("session revised")
        await self._client.publish(SessionRevised(envelope=envelope, revision=revision), subjects.SESSION_REVISED)

    async def _head(self, beginning: str, named: str | None, made_by: str | None = None) -> Revision:
        """Return the newest revision of a session, if it is the one named or was made by this very message."""
        session = await self._sessions.resolve(beginning)
        head = await self._sessions.head(session)
        if head is None:
            raise no_such_session(session, ())
        own = made_by is not None and head.id == revision_id(session, head.number, made_by)
        if named is not None and not own and named != head.id:
            raise stale(session, named, head)
        return head
