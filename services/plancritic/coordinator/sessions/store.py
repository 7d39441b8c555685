"""The revisions of sessions in their KV buckets: one entry a revision, by its number, and one a session.

A revision is created under the number after the one that it starts from. The broker lets one creation of a key succeed:
of two turns that start from the same revision one comes first, and the other one is stale. The entry of the session
tells which number to look for; where it lags behind, the next numbers are looked up.

What is done of a plan is noted at the newest revision while a turn may be making the next one, and no write covers
both. So each side looks at the other's entry after its own write: whichever write comes second sees the first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from plancritic.bus import BucketName, Client, Conflict
from plancritic.bus.wire import guard_size
from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.execution.record import Execution
from plancritic.contracts.feedback import PlanRevised
from plancritic.contracts.identifiers import only_identifier
from plancritic.contracts.sessions import Revision, SessionSummary
from plancritic.coordinator.execution.record import kept_execution
from plancritic.coordinator.sessions.faults import (
    no_such_revision,
    no_such_session,
    stale,
)
from plancritic.coordinator.sessions.revisions import (
    RejectedReadings,
    number_of,
    rejected_in,
    revision_of,
    with_left_out,
)

#: Entries looked up at once.
_AT_ONCE = 50
#: Revisions whose plans a turn may take up again.
_PLANS = 12
#: Sessions named as candidates.
_LATEST = 10


class _Stored(Contract):
    """A revision as it was read, with the number that the bucket gives its state."""

    revision: Revision
    state: int


class Sessions:
    """The sessions of a tenant.

    Every method raises `ContractError` where a bucket is not provisioned, and `nats.errors.Error` where the broker does
    not answer.
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    async def head(self, session: str) -> Revision | None:
        """Return the newest revision of the session of exactly this id; None where it has none."""
        known = await self._summary(session)
        stored = await self._read(session, known.number) if known is not None else None
        if known is not None and stored is None:
            raise no_such_revision(session, known.head)
        number = stored.revision.number if stored is not None else 0
        while (following := await self._read(session, number + 1)) is not None:
            stored, number = following, number + 1
        return stored.revision if stored is not None else None

    async def revision(self, session: str, named: str) -> Revision:
        """Return the revision with this id, or whose id begins so, or of this number.

        Raises:
            ContractError: there is none, or no longer.
        """
        number = number_of(named)
        stored = await self._read(session, number) if number is not None else None
        if stored is None or not f"{stored.revision.id}-".startswith(named if "-" in named else f"{named}-"):
            raise no_such_revision(session, named)
        return stored.revision

    async def newest(self, session: str, limit: int, before: int | None = None) -> tuple[Revision, ...]:
        """Return the revisions before a number (or the newest), newest first; those no longer kept are left out."""
        head = await self.head(session)
        if head is None:
            return ()
        top = head.number if before is None else min(head.number, before - 1)
        numbers = range(top, max(top - limit, 0), -1)
        found = await asyncio.gather(*(self._read(session, number) for number in numbers))
        return tuple(each.revision for each in found if each is not None)

    async def plans(self, session: str, head: Revision | None) -> tuple[str, ...]:
        """Return the plans of a session's newest revisions up to `head`, newest first, none twice."""
        if head is None:
            return ()
        newest = await self.newest(session, _PLANS, before=head.number + 1)
        return tuple(dict.fromkeys(each.plan for each in newest if each.problem == head.problem))

    async def add(self, revision: Revision) -> Revision:
        """Make a revision the newest of its session, and return it as it is kept: once, however often it is added.

        Raises:
            ContractError: the session has another revision of this number: what starts from an older one is stale.
        """
        bucket = await self._client.kv(BucketName.REVISIONS)
        key, body = self._key(revision.session, revision.number), revision.model_dump_json().encode()
        guard_size(self._client.connection, key, body)
        try:
            made = _Stored(revision=revision, state=await bucket.create(key, body))
        except Conflict:
            known = await self._read(revision.session, revision.number)
            if known is None or known.revision.id != revision.id:
                newest = await self.head(revision.session)
                raise stale(revision.session, revision.parent, newest) from None
            made = known
        revision = await self._caught_up(made)
        await self._note(revision)
        return revision

    async def _caught_up(self, made: _Stored) -> Revision:
        """Return a new revision with what was done of the one before while it was made.

        Raises:
            ContractError: its plan contradicts that; the revision is taken back.
        """
        number = made.revision.number
        before = await self._read(made.revision.session, number - 1) if number > 1 else None
        if before is None:
            return made.revision
        while True:
            try:
                return await self._with_done(made, before.revision.execution)
            except ContractError:
                if await self._read(made.revision.session, number + 1) is not None:
                    # A later one builds on it: it has stood, and the report was late.
                    return made.revision
                bucket = await self._client.kv(BucketName.REVISIONS)
                try:
                    await bucket.delete(self._key(made.revision.session, number), made.state)
                except Conflict:
                    again = await self._read(made.revision.session, number)
                    if again is not None and again.revision.id == made.revision.id:
                        made = again
                        continue
                raise

    async def _with_done(self, stored: _Stored, known: Execution | None) -> Revision:
        """Return a revision with what is known to be done, as it is kept.

        Raises:
            ContractError: its plan contradicts that.
        """
        bucket = await self._client.kv(BucketName.REVISIONS)
        while True:
            revision = stored.revision
            execution = kept_execution(known, revision.execution, revision.plan, f"the plan of revision {revision.id}")
            if execution == revision.execution:
                return revision
            changed = revision.model_copy(update={"execution": execution})
            key, body = self._key(revision.session, revision.number), changed.model_dump_json().encode()
            guard_size(self._client.connection, key, body)
            try:
                await bucket.update(key, body, stored.state)
            except Conflict:
                again = await self._read(revision.session, revision.number)
                if again is None:
                    raise no_such_revision(revision.session, revision.id) from None
                stored = again
                continue
            return changed

    async def add_turn(self, revised: PlanRevised) -> Revision | None:
        """Make the revision of a run's result the newest of its session; None of a result that makes no revision.

        Raises:
            ContractError: as `add`; or a revision that the run started from is no longer kept.
        """
        if revised.unchanged:
            await self._note_left_out(revised)
            return None
        session = revised.envelope.session_id
        head = await self.revision(session, revised.parent) if revised.parent is not None else None
        restored = await self.revision(session, revised.restores) if revised.restores is not None else None
        made = revision_of(revised, head, restored, datetime.now(UTC))
        if made is not None and head is not None and (no := rejected_in(revised, head)):
            parent = await self._last_without(head, no)
            made = made.model_copy(update={"parent": parent, "passed_over": parent is None})
        return None if made is None else await self.add(made)

    async def _last_without(self, head: Revision, rejected: RejectedReadings) -> str | None:
        """Return the newest of `head` and the revisions before it that has no rejected reading in force, if any."""
        known = head
        while any(each.constraints in rejected.get(each.statement.id, ()) for each in known.in_force):
            if known.parent is None:
                return None
            try:
                known = await self.revision(known.session, known.parent)
            except ContractError as error:
                if error.fault.code is not FaultCode.UNKNOWN_NAME:
                    raise
                # It is kept no longer: undoing says so.
                return known.parent
        return known.id

    async def _note_left_out(self, revised: PlanRevised) -> None:
        """Note at the newest revision what a turn said that changed nothing, unless a later revision was made."""
        if revised.revision is None or revised.answers:
            return  # what asks nothing of the plan leaves what was said before to be corrected
        try:
            await self.change(
                revised.envelope.session_id, revised.revision, lambda head: with_left_out(head, revised.statements)
            )
        except ContractError as error:
            if error.fault.code is not FaultCode.STALE_REVISION:
                raise

    async def change(self, session: str, revision: str, change: Callable[[Revision], Revision]) -> Revision:
        """Change the newest revision of a session, whatever else changes it meanwhile, and return it as it is kept.

        Where a later one was made at the same moment, that one gets what was done and is returned.

        Raises:
            ContractError: there is no session of exactly this id, or `revision` is not its newest.
        """
        bucket = await self._client.kv(BucketName.REVISIONS)
        while True:
            newest = await self.head(session)
            if newest is None:
                raise no_such_session(session, [each.session for each in (await self.all())[:_LATEST]])
            if newest.id != revision:
                raise stale(session, revision, newest)
            known = await self._read(session, newest.number)
            assert known is not None, "the newest revision was read before"
            changed = change(known.revision)
            key, body = self._key(session, newest.number), changed.model_dump_json().encode()
            guard_size(self._client.connection, key, body)
            try:
                await bucket.update(key, body, known.state)
            except Conflict:
                continue
            try:
                changed = await self._handed_on(changed)
            except ContractError:
                # The later one contradicts it: it stands, and this change is stale; or it was taken back meanwhile.
                continue
            await self._note(changed)
            return changed

    async def _handed_on(self, changed: Revision) -> Revision:
        """Return the newest of the revisions made since one was changed; all have what was done."""
        done = changed.execution
        while (following := await self._read(changed.session, changed.number + 1)) is not None:
            changed = await self._with_done(following, done)
        return changed

    async def resolve(self, beginning: str) -> str:
        """Return the one session whose id begins so; the one of exactly this id comes first.

        Raises:
            ContractError: there is none, or several.
        """
        if await self._summary(beginning) is not None or await self._read(beginning, 1) is not None:
            return beginning
        names = await self._names(beginning)
        found = only_identifier(beginning, names, "session")
        if found is None:
            raise no_such_session(beginning, [each.session for each in (await self.all())[:_LATEST]])
        return found

    async def all(self) -> tuple[SessionSummary, ...]:
        """Return every session of the tenant, the one that changed last first."""
        names = await self._names("")
        found: list[SessionSummary] = []
        for place in range(0, len(names), _AT_ONCE):
            some = await asyncio.gather(*(self._summary(each) for each in names[place : place + _AT_ONCE]))
            found += [each for each in some if each is not None]
        return tuple(sorted(found, key=lambda each: (each.updated, each.session), reverse=True))

    async def summary(self, session: str) -> SessionSummary:
        """Return what a list shows of the session of exactly this id.

        Raises:
            ContractError: there is none.
        """
        found = await self._summary(session)
        if found is None:
            raise no_such_session(session, ())
        return found

    async def _names(self, beginning: str) -> Sequence[str]:
        prefix = f"{self._client.settings.tenant}."
        bucket = await self._client.kv(BucketName.SESSIONS)
        return [key.removeprefix(prefix) for key in await bucket.keys_beginning(f"{prefix}{beginning}")]

    async def _summary(self, session: str) -> SessionSummary | None:
        entry = await (await self._client.kv(BucketName.SESSIONS)).get(f"{self._client.settings.tenant}.{session}")
        return SessionSummary.model_validate_json(entry.value) if entry else None

    async def _read(self, session: str, number: int) -> _Stored | None:
        entry = await (await self._client.kv(BucketName.REVISIONS)).get(self._key(session, number))
        if entry is None:
            return None
        return _Stored(revision=Revision.model_validate_json(entry.value), state=entry.revision)

    async def _note(self, revision: Revision) -> None:
        """Note a revision as the session's newest, unless a newer one is noted."""
        bucket = await self._client.kv(BucketName.SESSIONS)
        key, now = f"{self._client.settings.tenant}.{revision.session}", datetime.now(UTC)
        while True:
            entry = await bucket.get(key)
            known = SessionSummary.model_validate_json(entry.value) if entry else None
            if known is not None and known.number > revision.number:
                return
            summary = SessionSummary(
                session=revision.session,
                domain=revision.problem.domain,
                problem=revision.problem.problem,
                head=revision.id,
                number=revision.number,
                in_force=len(revision.in_force),
                accepted=revision.accepted,
                created=known.created if known is not None else revision.created,
                updated=now,
            )
            value = summary.model_dump_json().encode()
            try:
                await (bucket.update(key, value, entry.revision) if entry else bucket.create(key, value))
            except Conflict:
                continue
            return

    def _key(self, session: str, number: int) -> str:
        return f"{self._client.settings.tenant}.{session}.{number}"
