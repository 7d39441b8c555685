"""Work that nobody has in hand: jobs, and events that begin runs, neither acknowledged nor delivered any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import nats.js.errors
import structlog
from nats.js.api import RawStreamMsg

from plancritic.bus import BucketName, Client, Conflict
from plancritic.bus.durable.burial import bury
from plancritic.bus.durable.fence import Fence
from plancritic.bus.durable.lease import Leases
from plancritic.bus.errors import Superseded
from plancritic.bus.streams import durable_name, durable_stream, service_events_stream, stream_name
from plancritic.bus.wire import MESSAGE_ID, decode, rescue_envelope
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, derived_id
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.runs import RunStanding
from plancritic.contracts.service import JobFailed, ResumeRun
from plancritic.contracts.subjects import SUBJECTS, Kind, Subject
from plancritic.dead_letters.letters import row_of
from plancritic.dead_letters.metrics import StuckMetrics
from plancritic.dead_letters.settings import DeadLetterSettings

_log = structlog.get_logger("plancritic.dead_letters.watchdog")
#: How often a message was put back into its queue.
_REQUEUED = "Plancritic-Requeued"
_RESUME_SECONDS = 5.0
#: Events that begin runs. Of the others that services take none does more than a session keeps, or a run that waits
#: for an answer goes on without.
_BEGINNINGS = (subjects.FEEDBACK_SUBMITTED, subjects.EXECUTION_DEVIATED)


@dataclass(frozen=True)
class Stuck:
    """A message that its consumer will not deliver again."""

    stream: str
    sequence: int


class Watchdog:
    """Looks for stuck work of a tenant, and puts it right."""

    def __init__(self, client: Client, settings: DeadLetterSettings, metrics: StuckMetrics) -> None:
        self._client = client
        self._settings = settings
        self._metrics = metrics
        self._leases = Leases(client, "watchdog")
        #: What was stuck at the look before: only what still is now is touched.
        self._suspects: set[Stuck] = set()
        #: By row: the runs that events up to here began have their end.
        self._ended_up_to = dict.fromkeys(_BEGINNINGS, 0)

    async def watch(self) -> None:
        """Look again and again; a broker that is away is waited for."""
        while True:
            await asyncio.sleep(self._settings.look_seconds)
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - nobody awaits this task: whatever fails, the next look may not
                self._failed("could not look for stuck work", error)

    async def look(self) -> None:
        """Put right what is stuck now and was at the look before."""
        stuck = {each async for each in self._stuck_jobs()}
        for each in stuck & self._suspects:
            await self._put_right(each)
        self._suspects = stuck
        for row in _BEGINNINGS:
            await self._look_at_runs(row)

    async def undelivered(self, stream: str, sequence: int, deliveries: int) -> None:
        """Give up a message of which the broker said that it delivers it no more."""
        if (raw := await self._message(Stuck(stream, sequence))) is None:
            return
        row = row_of(self._client.naming, raw.subject or "")
        if row is None:
            return
        fault = _given_up(f"the broker stopped delivering it after {deliveries} deliveries")
        await self._give_up(Stuck(stream, sequence), raw, row, fault, deliveries)

    async def _stuck_jobs(self) -> AsyncIterator[Stuck]:
        """Jobs in their queue that were delivered, and of which the consumer knows nothing any more.

        A queue keeps only what is not acknowledged. So nothing lies before the place up to which a consumer has all
        acknowledged, and nothing before the last place that it delivered where it waits for no acknowledgement.
        """
        naming = self._client.naming
        for row in SUBJECTS:
            if row.kind is not Kind.JOB:
                continue
            stream = durable_stream(naming, row)
            info = await self._client.jetstream.consumer_info(stream, durable_name(naming, row, row.consumers[0]))
            floor = info.ack_floor.stream_seq if info.ack_floor is not None else 0
            if not info.num_ack_pending and info.delivered is not None:
                floor = max(floor, info.delivered.stream_seq)
            async for raw in self._messages(stream, naming.subscribe(row), 1, floor):
                yield Stuck(stream, raw.seq or 0)

    async def _put_right(self, stuck: Stuck) -> None:
        if (raw := await self._message(stuck)) is None:
            return
        row = row_of(self._client.naming, raw.subject or "")
        assert row is not None and raw.subject is not None, "it was found by its row"
        headers = raw.headers or {}
        envelope = rescue_envelope(raw.data or b"", headers, raw.subject)
        if envelope is not None and (await Fence(self._client, row, envelope).look()).result is not None:
            await self._delete(stuck)
            self._count("answered", raw)
            return
        tries = int(headers.get(_REQUEUED, "0"))
        if tries >= self._settings.requeues:
            fault = _given_up(f"it was stuck in its queue {tries + 1} times")
            await self._give_up(stuck, raw, row, fault, tries)
            return
        again = {name: value for name, value in headers.items() if not name.startswith("Nats-")}
        # Derived: two copies of this service put it back once.
        again[MESSAGE_ID] = derived_id(raw.subject, str(stuck.sequence), "requeued")
        again[_REQUEUED] = str(tries + 1)
        await self._client.jetstream.publish(raw.subject, raw.data or b"", headers=again)
        await self._delete(stuck)
        self._count("requeued", raw)

    async def _give_up(self, stuck: Stuck, raw: RawStreamMsg, row: Subject, fault: Fault, deliveries: int) -> None:
        """Make it a dead letter, answer the job, and take it out of its queue; feedback is left to its coordinator."""
        subject, body, headers = raw.subject or "", raw.data or b"", raw.headers or {}
        await bury(self._client, row, subject, body, headers, stuck.sequence, deliveries, fault)
        if row.kind is Kind.JOB:
            if (envelope := rescue_envelope(body, headers, subject)) is not None:
                await self._answer(row, envelope, fault)
            await self._delete(stuck)
        self._count("buried", raw)

    async def _answer(self, row: Subject, envelope: Envelope, fault: Fault) -> None:
        assert row.result is not None, "a job has a result"
        fence = Fence(self._client, row, envelope)
        standing = await fence.look()
        if standing.result is not None:
            return
        failed = JobFailed(envelope=envelope.caused("result"), job=envelope.message_id, fault=fault)
        try:
            await fence.begin(standing, 2)
            await self._client.publish_result(failed, row.result, envelope.message_id, fence.sequence)
        except (Superseded, Conflict):
            _log.info("another copy answers the job", job=envelope.message_id)

    async def _look_at_runs(self, row: Subject) -> None:
        """Have coordinators carry on the runs that have neither an end nor a copy that carries them.

        Their events are acknowledged, or given up: of what is delivered to a coordinator, coordinators take care.
        """
        naming = self._client.naming
        stream = service_events_stream(naming)
        info = await self._client.jetstream.consumer_info(stream, durable_name(naming, row, row.consumers[0]))
        floor = info.ack_floor.stream_seq if info.ack_floor is not None else 0
        ended_up_to, all_ended = self._ended_up_to[row], True
        async for raw in self._messages(stream, naming.subscribe(row), ended_up_to + 1, floor):
            try:
                ended = await self._look_at_run(row, raw)
            except Exception as error:  # noqa: BLE001 - one run that cannot be looked at hides no other
                self._failed("could not look at a run", error, raw.seq)
                ended = False
            all_ended = all_ended and ended
            if all_ended:
                ended_up_to = raw.seq or ended_up_to
        self._ended_up_to[row] = ended_up_to

    async def _look_at_run(self, row: Subject, raw: RawStreamMsg) -> bool:
        """Return whether the run that this event began is over; where nobody carries it, ask a coordinator to."""
        try:
            envelope = decode(row.message, raw.data or b"", raw.subject or "").envelope
        except ContractError:
            # Refused as invalid when it was taken.
            return True
        if await self._is_over(envelope):
            return True
        run = envelope.correlation_id
        if not await self._leases.is_alive(run):
            ask = ResumeRun(envelope=envelope.caused(), run=run, sequence=raw.seq or 0)
            await self._client.ask(ask, subjects.RESUME_RUN, timeout=_RESUME_SECONDS)
            self._count("resumed", raw)
        return False

    async def _is_over(self, envelope: Envelope) -> bool:
        """Return whether the run's end is published, or another message's run has its id."""
        entry = await (await self._client.kv(BucketName.RUNS)).get(envelope.correlation_id)
        if entry is None:
            return False
        standing = RunStanding.model_validate_json(entry.value)
        return standing.published or standing.submitted != envelope.message_id

    async def _messages(self, stream: str, pattern: str, first: int, last: int) -> AsyncIterator[RawStreamMsg]:
        """The messages on these subjects from one place to another, oldest first."""
        while first <= last:
            try:
                raw = await self._client.jetstream.get_msg(stream, seq=first, subject=pattern, next=True)
            except nats.js.errors.NotFoundError:
                return
            if raw.seq is None or raw.seq > last:
                return
            yield raw
            first = raw.seq + 1

    async def _message(self, stuck: Stuck) -> RawStreamMsg | None:
        try:
            return await self._client.jetstream.get_msg(stuck.stream, seq=stuck.sequence)
        except nats.js.errors.NotFoundError:
            return None

    async def _delete(self, stuck: Stuck) -> None:
        """Take a job out of its queue; another copy of this service may have done so."""
        assert stuck.stream == stream_name(self._client.naming, Kind.JOB), "events are never deleted"
        try:
            await self._client.jetstream.delete_msg(stuck.stream, stuck.sequence)
        except (nats.js.errors.NotFoundError, nats.js.errors.BadRequestError):
            return

    def _failed(self, what: str, error: Exception, sequence: int | None = None) -> None:
        self._metrics.failed.inc()
        _log.warning(what, sequence=sequence, error=repr(error))

    def _count(self, outcome: str, raw: RawStreamMsg) -> None:
        self._metrics.found.labels(outcome).inc()
        _log.warning("stuck work", outcome=outcome, subject=raw.subject, sequence=raw.seq)


def _given_up(why: str) -> Fault:
    return Fault(
        code=FaultCode.WORKER_FAILED,
        message=f"given up: {why}",
        remedy="read `plancritic dead-letters list` and the service's logs",
    )
