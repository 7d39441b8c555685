"""Where runs stand and how they ended: one entry a run, changed by compare-and-set, whichever copy carries it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import nats.errors
import nats.js.errors
import structlog
from pydantic import ValidationError

from plancritic.bus import BucketName, Client, Conflict, Entry, LeaseLost
from plancritic.bus.durable.ended import ending_word, note_end
from plancritic.contracts.envelope import Envelope, Message, derived_id, new_key
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, GenerationEvaluated, PlanRevised
from plancritic.contracts.questions import QuestionAnswered
from plancritic.contracts.service import RunReport, RunState
from plancritic.contracts.subjects import FEEDBACK_REFUSED, PLAN_REVISED, Subject
from plancritic.coordinator.runs.end_versions import in_every_version
from plancritic.coordinator.runs.record import RunRecord
from plancritic.coordinator.sessions.actions import SessionActions
from plancritic.coordinator.sessions.store import Sessions

_log = structlog.get_logger("plancritic.coordinator.runs.records")

LATEST = 50
_ENDS = {row.name: row for row in (PLAN_REVISED, FEEDBACK_REFUSED)}


class Runs:
    """The bucket of runs. A run has one end: the first that is written here, and it is published once."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._sessions = Sessions(client)
        self._actions = SessionActions(client, self._sessions)

    async def begin(self, submitted: FeedbackSubmitted, digest: str | None = None) -> bool:
        """Notes that the run is worked on; false if its end is decided (and by now published).

        Raises:
            ContractError: another message started a run with this id.
        """
        record = RunRecord(
            submitted=submitted.envelope.message_id,
            digest=digest,
            state=_state(submitted.envelope, submitted.domain, "running"),
        )
        try:
            await self._create(record)
            return True
        except Conflict:
            known, revision = await self._read(record.state.run)
        if not _same_message(known, record.submitted, digest):
            raise ContractError(
                Fault(
                    code=FaultCode.INVALID_MESSAGE,
                    message=f"the run {known.state.run!r} was started by another message",
                    remedy="give each feedback its own correlation id",
                )
            )
        if known.end is None:
            return True
        await self._publish(known, revision)
        return False

    async def hold(self, run: str, token: int) -> bool:
        """Note under which lease the run is carried; false if its end is decided (and by now published).

        Raises:
            LeaseLost: a newer lease is noted.
        """
        while True:
            known, revision = await self._read(run)
            if known.end is not None:
                await self._publish(known, revision)
                return False
            if known.lease > token:
                raise LeaseLost(run)
            try:
                await self._update(known.model_copy(update={"lease": token}), revision)
            except Conflict:
                continue
            return True

    async def key(self, run: str) -> tuple[str, datetime]:
        """Return the key of a run that keeps no checkpoint, and when it began: the same each time it starts over."""
        while True:
            known, revision = await self._read(run)
            if known.key:
                return known.key, datetime.fromisoformat(known.state.started)
            try:
                await self._update(known.model_copy(update={"key": new_key()}), revision)
            except Conflict:
                continue

    async def is_under_way(self, envelope: Envelope) -> bool:
        """Return whether this very message has begun a run that has no end yet."""
        try:
            known, _ = await self._read(envelope.correlation_id)
        except KeyError:
            return False
        return known.end is None and known.submitted == envelope.message_id

    async def advance(self, evaluated: GenerationEvaluated) -> None:
        """Notes the generation a run has reached, for status only: no trouble here may touch the run."""
        try:
            known, revision = await self._read(evaluated.envelope.correlation_id)
            if known.end is None:
                changes = {"generation": evaluated.generation, "best_adherence": evaluated.best_adherence}
                state = known.state.model_copy(update=changes)
                await self._update(known.model_copy(update={"state": state}), revision)
        except (ContractError, Conflict, KeyError, nats.errors.Error, nats.js.errors.Error) as error:
            _log.warning("progress not noted", error=repr(error))

    async def wait(self, run: str) -> None:
        """Note that the run waits for a person, for status only: no trouble here may touch the run."""
        try:
            known, revision = await self._read(run)
            if known.state.state == "running":
                state = known.state.model_copy(update={"state": "waiting"})
                await self._update(known.model_copy(update={"state": state}), revision)
        except (ContractError, Conflict, KeyError, nats.errors.Error, nats.js.errors.Error) as error:
            _log.warning("waiting not noted", error=repr(error))

    async def note_answer(self, answered: QuestionAnswered) -> bool:
        """Note an answer to a question of a run; false where the question has one, or the run is over.

        The first answer counts, by compare-and-set, whichever copy notes it; of two at
        the same moment either may be first.
        """
        while True:
            try:
                known, revision = await self._read(answered.envelope.correlation_id)
            except KeyError:
                return False
            if known.end is not None or answered.question in {*known.answers, *known.skipped}:
                return False
            changes: dict[str, object] = {"state": known.state.model_copy(update={"state": "running"})}
            if answered.skipped:
                changes["skipped"] = (*known.skipped, answered.question)
            else:
                changes["answers"] = {**known.answers, answered.question: answered.choice}
            try:
                await self._update(known.model_copy(update=changes), revision)
            except Conflict:
                continue
            return True

    async def answers(self, run: str) -> tuple[dict[str, int | None], tuple[str, ...]]:
        """Return the answers to the run's questions, and the questions that nobody will answer."""
        known, _ = await self._read(run)
        return known.answers, known.skipped

    async def end(self, message: Message, row: Subject, token: int | None = None) -> None:
        """Ends a run: the first end that is noted counts, also if another copy noted it, and is published.

        `token` is that of the lease under which the run was carried; whoever cancels a run needs none.

        Raises:
            LeaseLost: a newer lease is noted; no end was.
        """
        run = message.envelope.correlation_id
        body = message.model_dump(mode="json")
        places = await self._places(message)
        while True:
            known, revision = await self._read(run)
            if known.end is not None:
                await self._publish(known, revision)
                return
            if token is not None and known.lease != token:
                raise LeaseLost(run)
            state = known.state.model_copy(update={"state": ending_word(message)})
            changes = {"state": state, "end_row": row.name, "end": body, "end_key": new_key()}
            decided = known.model_copy(update=changes)
            try:
                revision = await self._update(decided, revision)
            except Conflict:
                continue
            await self._publish(decided, revision, places)
            return

    async def is_of(self, envelope: Envelope, digest: str | None) -> bool:
        """Return whether the run is this message's own: it has begun it, or nobody has begun it."""
        try:
            known, _ = await self._read(envelope.correlation_id)
        except KeyError:
            return True
        return _same_message(known, envelope.message_id, digest)

    async def refuse_stranger(self, fault: Fault, envelope: Envelope) -> None:
        """Refuse a feedback that names another's run, which has an end of its own.

        In the session of that run the answer gets a run of its own: whoever follows the run must not take it for the
        end. A repetition has the same ids; they are nobody's to choose.
        """
        known = await self.state(envelope.correlation_id)
        if known is not None and known.session == envelope.session_id:
            run = derived_id(envelope.correlation_id, envelope.message_id, "stranger")
            envelope = envelope.model_copy(update={"correlation_id": run})
        _log.warning("feedback names another's run", run=known.run if known else None, answer=envelope.correlation_id)
        await self._client.publish(FeedbackRefused(envelope=envelope.caused("end"), fault=fault), FEEDBACK_REFUSED)

    async def refuse_report(self, fault: Fault, envelope: Envelope) -> None:
        """Refuse a report that starts no run: where it names one, the answer gets a run of its own.

        Else whoever follows that run would take the answer for its end. A repetition has the same ids.
        """
        if await self.state(envelope.correlation_id) is not None:
            run = derived_id(envelope.correlation_id, envelope.message_id, "report")
            envelope = envelope.model_copy(update={"correlation_id": run})
        await self._client.publish(FeedbackRefused(envelope=envelope.caused("refused"), fault=fault), FEEDBACK_REFUSED)

    async def refuse(
        self,
        fault: Fault,
        envelope: Envelope,
        end: Envelope | None = None,
        digest: str | None = None,
        token: int | None = None,
    ) -> None:
        """End the run of a feedback that cannot be worked on, also of one that could not even be read.

        `end` is the envelope of the end of a run that had begun. One that had not gets an end with a random id: it is
        decided with the end, so that a repetition has the same one and nobody can guess it before.
        """
        if await self.refuse_unbegun(fault, envelope, digest):
            return
        known, _ = await self._read(envelope.correlation_id)
        if _same_message(known, envelope.message_id, digest):
            await self.end(FeedbackRefused(envelope=end or envelope.caused(), fault=fault), FEEDBACK_REFUSED, token)
        else:
            await self.refuse_stranger(fault, envelope)

    async def refuse_unbegun(self, fault: Fault, envelope: Envelope, digest: str | None) -> bool:
        """End the run of a feedback that no copy has begun; false, and nothing is done, where one has."""
        refused = FeedbackRefused(envelope=envelope.caused(), fault=fault)
        places = await self._places(refused)
        # With its end from the first: nobody who takes the feedback meanwhile begins it.
        record = RunRecord(
            submitted=envelope.message_id,
            digest=digest,
            state=_state(envelope, "", ending_word(refused)),
            end_row=FEEDBACK_REFUSED.name,
            end=refused.model_dump(mode="json"),
            end_key=new_key(),
        )
        try:
            revision = await self._create(record)
        except Conflict:
            return False
        await self._publish(record, revision, places)
        return True

    async def state(self, run: str) -> RunState | None:
        """Return where the run stands; None where no coordinator has begun it."""
        try:
            return (await self._read(run))[0].state
        except KeyError:
            return None

    async def report(self, run: str | None = None, session: str | None = None) -> RunReport:
        """The run of this id, or those whose ids begin so; of this session, or those that begin so; else the latest.

        Newest first, and `LATEST` at most.
        """
        bucket = await self._client.kv(BucketName.RUNS)
        if run is not None and session is None:
            entry = await bucket.get(run)
            if entry:
                return RunReport(runs=(_record(entry.value).state,))
        states = [state for entry in await bucket.entries() if (state := _state_of(entry)) is not None]
        states = [each for each in states if each.run.startswith(run or "")]
        exact = [each for each in states if each.session == session]
        states = exact or [each for each in states if each.session.startswith(session or "")]
        return RunReport(runs=tuple(sorted(states, key=lambda each: each.started, reverse=True)[:LATEST]))

    async def _places(self, end: Message) -> dict[int, int]:
        """Return the last event on each subject of an end that is not decided yet: nobody can have published it."""
        versions = in_every_version(end, "")
        return {its.version: await self._client.last_recorded(each, its) for each, its in versions}

    async def _publish(self, record: RunRecord, revision: int, places: Mapping[int, int] | None = None) -> None:
        """Publishes the decided end unless that was done, and notes that it was.

        The broker drops a repetition by its id for two minutes only. So the end names the last event on its subject,
        that of `places` (by version) or one that was looked up: whoever wakes up later is refused.
        """
        if record.published:
            return
        assert record.end_row is not None and record.end is not None, "only a decided end is published"
        row = _ENDS[record.end_row]
        message = row.message.model_validate(record.end)
        if isinstance(message, PlanRevised):
            # Before its end is published: who sees the end finds the revision.
            try:
                kept = await self._sessions.add_turn(message)
            except ContractError as error:
                await self._refuse_decided(record, revision, message.envelope, error.fault)
                return
            if kept is not None:
                await self._actions.announce(kept, message.envelope)
        await self._note_end(message, record)
        for each, its in in_every_version(message, record.end_key):
            await self._client.publish_once(each, its, None if places is None else places[its.version])
        try:
            await self._update(record.model_copy(update={"published": True}), revision)
        except Conflict:
            _log.info("another copy published the end too", run=record.state.run)

    async def _note_end(self, message: Message, record: RunRecord) -> None:
        """Note that the run is over: workers skip what waits of it. No trouble here may keep the run from its end."""
        try:
            await note_end(self._client, message.envelope, ending_word(message))
        except (ContractError, nats.errors.Error, nats.js.errors.Error) as error:
            _log.warning("jobs of the run are not skipped", run=record.state.run, error=repr(error))

    async def _refuse_decided(self, record: RunRecord, revision: int, envelope: Envelope, fault: Fault) -> None:
        """End a run by a refusal whose result came too late for its session.

        Every copy comes to the same: the session keeps the first revision of a number.
        """
        refused = FeedbackRefused(envelope=envelope, fault=fault)
        state = record.state.model_copy(update={"state": ending_word(refused)})
        changes = {"state": state, "end_row": FEEDBACK_REFUSED.name, "end": refused.model_dump(mode="json")}
        amended = record.model_copy(update=changes)
        try:
            revision = await self._update(amended, revision)
        except Conflict:
            amended, revision = await self._read(record.state.run)
        await self._publish(amended, revision)

    async def _read(self, run: str) -> tuple[RunRecord, int]:
        entry = await (await self._client.kv(BucketName.RUNS)).get(run)
        if entry is None:
            raise KeyError(run)
        return _record(entry.value), entry.revision

    async def _create(self, record: RunRecord) -> int:
        return await (await self._client.kv(BucketName.RUNS)).create(record.state.run, _value(record))

    async def _update(self, record: RunRecord, revision: int) -> int:
        return await (await self._client.kv(BucketName.RUNS)).update(record.state.run, _value(record), revision)


def _same_message(known: RunRecord, message: str, digest: str | None) -> bool:
    """Return whether a run was begun by the message with this id and this digest, as far as both are known."""
    same_body = known.digest is None or digest is None or known.digest == digest
    return known.submitted == message and same_body


def _state(envelope: Envelope, domain: str, state: str) -> RunState:
    return RunState.model_validate(
        {
            "run": envelope.correlation_id,
            "session": envelope.session_id,
            "domain": domain,
            "state": state,
            "generation": 0,
            "started": datetime.now(UTC).isoformat(timespec="milliseconds"),
        }
    )


def _value(record: RunRecord) -> bytes:
    return record.model_dump_json().encode()


def _state_of(entry: Entry) -> RunState | None:
    """Return the state of an entry, or None with a word in the log: one that is no record hides no other run."""
    try:
        return _record(entry.value).state
    except ValidationError as error:
        _log.warning("no record of a run", key=entry.key, error=error.error_count())
        return None


def _record(value: bytes) -> RunRecord:
    return RunRecord.model_validate_json(value)
