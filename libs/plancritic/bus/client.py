"""What a program can do on the bus: publish events, request jobs, ask, gather, watch, store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import nats.errors
import nats.js.errors
import structlog
from nats.aio.client import Client as NatsConnection
from nats.aio.msg import Msg
from nats.js.api import PubAck
from opentelemetry.sdk.trace import TracerProvider

from plancritic.bus.connection import close, connect
from plancritic.bus.durable.checkpoints import Checkpoints
from plancritic.bus.errors import (
    NO_ROOM,
    WRONG_LAST_SEQUENCE,
    BrokerUnavailable,
    Conflict,
    LeaderMissing,
    NotProvisioned,
    NotStored,
    ObjectMissing,
    RequestTimedOut,
    ServiceUnavailable,
    StoreFull,
)
from plancritic.bus.observability.tracing import sending, tracer_provider
from plancritic.bus.replies import Replies
from plancritic.bus.settings import BusSettings
from plancritic.bus.stores import Bucket, Objects
from plancritic.bus.streams import PASSING_KEPT, object_store_name, passing_store_name, stream_name
from plancritic.bus.watch import (
    Event,
    Heading,
    event_at,
    headings,
    last_recorded,
    place_unless_recorded,
    recorded_events,
    watch_events,
)
from plancritic.bus.wire import EXPECTED_LAST, FAULT, decode, decode_result, encode, guard_size, headers
from plancritic.contracts.envelope import Contract, Message, new_id
from plancritic.contracts.errors import ContractError, Fault
from plancritic.contracts.service import JobFailed
from plancritic.contracts.subjects import Kind, Subject

_log = structlog.get_logger("plancritic.bus.client")


class Client:
    """One program's hold on the bus; `Client.connect` opens it, a service has it as `service.client`.

    Every message it sends carries the span of its sending; `traces` says where spans go.
    """

    def __init__(self, connection: NatsConnection, settings: BusSettings, traces: TracerProvider | None = None) -> None:
        self.settings = settings
        self.naming = settings.naming
        self.connection = connection
        self.jetstream = connection.jetstream(timeout=settings.publish_timeout)
        self._replies = Replies(connection, self.jetstream, self.naming)
        self._objects = Objects(self.jetstream, object_store_name(self.naming), settings.cache)
        self._passing = Objects(self.jetstream, passing_store_name(self.naming), settings.cache, PASSING_KEPT)
        #: Checkpoints of runs, for who carries runs.
        self.checkpoints = Checkpoints(self.jetstream, self.naming)
        self._buckets: dict[str, Bucket] = {}
        self._traces = traces or tracer_provider("client", "client")
        self._tracer = self._traces.get_tracer("plancritic.bus")

    @classmethod
    @asynccontextmanager
    async def connect(cls, settings: BusSettings | None = None, name: str = "client") -> AsyncIterator[Client]:
        """Connect for the time of the context.

        Raises:
            BrokerUnavailable: with the URL and the remedy.
        """
        settings = settings or BusSettings()
        opened: list[Client] = []

        def reconnected() -> None:
            for client in opened:
                client.on_reconnect()

        connection = await connect(settings, f"plancritic-{name}", reconnected)
        traces = tracer_provider(name, f"{name}-{new_id()[:8]}")
        client = cls(connection, settings, traces)
        opened.append(client)
        try:
            yield client
        finally:
            await close(connection)
            # In a thread: spans that are still to be sent may wait for their collector.
            await asyncio.to_thread(traces.shutdown)

    async def publish(self, message: Message, subject: Subject, after: int | None = None) -> PubAck:
        """Store an event or a job; returns once the broker has it. Sent again, it is stored once.

        With `after` it is stored only while that is the sequence of the last message on its subject (0: none).

        Raises:
            Conflict: another message has come on the subject since.
            PayloadTooLarge, StoreFull, NotStored, BrokerUnavailable, NotProvisioned: as they say.
        """
        if not isinstance(message, subject.message):
            raise TypeError(f"{subject.name!r} carries {subject.message.__name__}, not {type(message).__name__}")
        if message.envelope.schema_version != subject.version:
            raise ValueError(
                f"{subject.message.__name__} has version {subject.version}: set it with `Envelope.in_version`"
            )
        return await self._store(message, subject, self.naming.publish(subject, message.envelope), after)

    async def publish_result(self, message: Message, subject: Subject, job: str, after: int = 0) -> PubAck:
        """Store the result of a job (`JobFailed` may stand on every result row).

        `after` is the sequence of the note with which the attempt claimed the job (0: it needed none).

        Raises:
            Conflict: the job has a result, or another attempt has claimed it since.
        """
        return await self._store(message, subject, self.naming.publish(subject, message.envelope, job), after)

    async def request(self, message: Message, subject: Subject, timeout: float) -> Message:  # noqa: ASYNC109 - see raises
        """Have a job done and wait for its result; the job's id is the message's.

        The same id requested again (by a successor of this process, say) takes up the result that is there.

        Raises:
            RequestTimedOut: no result within `timeout` seconds; the job stays in the queue.
            ContractError: the worker's fault, where the job failed.
        """
        if subject.result is None:
            raise TypeError(f"{subject.name!r} is not a job")
        job = message.envelope.message_id
        session = message.envelope.session_id
        answer = self.naming.publish(subject.result, message.envelope, job)
        future = await self._replies.subscribe(session, answer)
        try:
            async with asyncio.timeout(timeout) as limit:
                body = await self._replies.looked_up(answer)
                if body is None:
                    await self.publish(message, subject)
                    body = await self._replies.wait(future, answer)
        except TimeoutError:
            # Errors of nats-py are `TimeoutError` too; only our own timer says that the time is up.
            if not limit.expired():
                raise
            raise RequestTimedOut(job, subject.name, timeout) from None
        finally:
            await self._replies.forget(session, answer)
        result = decode_result(subject.result, body, answer)
        if isinstance(result, JobFailed):
            raise ContractError(result.fault)
        return result

    async def ask(self, message: Message, subject: Subject, timeout: float = 2.0) -> Any:  # noqa: ASYNC109
        """Ask one copy of the service that answers; an instance of the row's answer class.

        Raises:
            ServiceUnavailable: nobody listens.
            RequestTimedOut: no answer within `timeout` seconds.
            ContractError: the service's fault.
        """
        target = self.naming.publish(subject, message.envelope)
        try:
            with self._sending(message, subject) as (body, found):
                guard_size(self.connection, target, body)
                reply = await self.connection.request(target, body, timeout=timeout, headers=found)
        except nats.errors.NoRespondersError:
            raise ServiceUnavailable(subject.consumers[0], target) from None
        except nats.errors.TimeoutError:
            raise RequestTimedOut(message.envelope.message_id, subject.name, timeout) from None
        return _answer(subject, reply)

    async def gather(
        self, message: Message, subject: Subject, wait: float = 0.5, expected: int | None = None
    ) -> tuple[Any, ...]:
        """Ask every copy of every service; the answers that come within `wait` seconds (or the first `expected`).

        A copy whose answer is a fault or cannot be read (another version, say) is skipped with a warning.
        """
        target = self.naming.publish(subject, message.envelope)
        inbox = self.connection.new_inbox()
        subscription = await self.connection.subscribe(inbox)
        answers: list[Contract] = []
        try:
            with self._sending(message, subject) as (body, found):
                await self.connection.publish(target, body, reply=inbox, headers=found)
            async with asyncio.timeout(wait):
                while expected is None or len(answers) < expected:
                    reply = await subscription.next_msg(timeout=wait)
                    if reply.headers and reply.headers.get("Status") == "503":
                        break
                    try:
                        answers.append(_answer(subject, reply))
                    except ContractError as error:
                        _log.warning("skipped an answer", subject=subject.name, error=str(error))
        except (TimeoutError, nats.errors.TimeoutError):
            pass
        finally:
            await subscription.unsubscribe()
        return tuple(answers)

    def watch(
        self,
        session: str | None = None,
        correlation: str | None = None,
        subjects: Sequence[Subject] = (),
        caught_up: asyncio.Event | None = None,
    ) -> AsyncGenerator[Event, None]:
        """Events from the start of the recording on, live at its end; `async for event in client.watch(...)`.

        Without `subjects` all rows come, each in its newest version. `caught_up` is set once all that was recorded at
        the beginning has come. Close the iterator (`aclosing`) to stop.
        """
        return watch_events(self.jetstream, self.naming, session, correlation, tuple(subjects), caught_up)

    async def recorded(
        self, session: str | None = None, correlation: str | None = None, subjects: Sequence[Subject] = ()
    ) -> tuple[Event, ...]:
        """Return the events that are recorded now, oldest first; which ones as `watch`.

        Raises:
            nats.errors.Error, nats.js.errors.Error: the broker does not answer.
        """
        return await recorded_events(self.jetstream, self.naming, session, correlation, tuple(subjects))

    async def headings(self, subject: Subject, session: str | None = None) -> tuple[Heading, ...]:
        """Return the headings of all recorded events of a row, or of one session's, oldest first.

        Raises:
            nats.errors.Error, nats.js.errors.Error: the broker does not answer.
        """
        return await headings(self.jetstream, self.naming, subject, session)

    async def event_at(self, heading: Heading) -> Event:
        """Return the event under a heading.

        Raises:
            ContractError: it is no valid message.
            nats.errors.Error, nats.js.errors.Error: the broker does not answer.
        """
        return await event_at(self.jetstream, self.naming, heading)

    async def publish_once(self, message: Message, subject: Subject, after: int | None = None) -> None:
        """Store an event unless the recording has it, whoever sends it and however late: the broker decides.

        `after` is what `last_recorded` said at a time when nobody could have sent it yet; it saves a search.

        Raises:
            PayloadTooLarge, BrokerUnavailable, NotProvisioned: as they say.
        """
        while True:
            if after is None:
                after = await place_unless_recorded(self.jetstream, self.naming, message, subject)
                if after is None:
                    return
            try:
                await self.publish(message, subject, after)
                return
            except Conflict:
                after = None

    async def last_recorded(self, message: Message, subject: Subject) -> int:
        """Return the sequence of the last event on the message's subject; 0 where there is none."""
        return await last_recorded(self.jetstream, self.naming, message, subject)

    async def kv(self, bucket: str) -> Bucket:
        """Return a key-value bucket of the namespace, one of `BucketName`."""
        if bucket not in self._buckets:
            self._buckets[bucket] = await Bucket.open(self.jetstream, self.naming, bucket)
        return self._buckets[bucket]

    async def put_object(self, data: bytes) -> str:
        """Store bytes under their SHA-256, which is returned."""
        return await self._objects.put(data)

    async def put_passing(self, data: bytes) -> str:
        """Store bytes that only some jobs need, for as long as a job may wait, under their SHA-256."""
        return await self._passing.put(data)

    async def get_object(self, sha256: str) -> bytes:
        """Return the bytes with this hash, cached on disk.

        Raises:
            ObjectMissing: the store has none.
        """
        try:
            return await self._objects.get(sha256)
        except ObjectMissing:
            return await self._passing.get(sha256)

    async def ping(self) -> bool:
        """Return whether the broker answers now."""
        try:
            await self.connection.flush(timeout=2)
        except (nats.errors.Error, TimeoutError, OSError):
            return False
        return True

    def on_reconnect(self) -> None:
        """Look up what may have been missed; the connection calls it."""
        self._replies.on_reconnect()

    async def _store(self, message: Message, subject: Subject, target: str, after: int | None = None) -> PubAck:
        stream = stream_name(self.naming, Kind(subject.kind))
        try:
            with self._sending(message, subject) as (body, found):
                guard_size(self.connection, target, body)
                # Without `Nats-Expected-Stream`: nats-server 2.9 leaves a message with it out of mirrors.
                expected = {} if after is None else {EXPECTED_LAST: str(after)}
                return await self.jetstream.publish(target, body, headers={**found, **expected})
        except nats.js.errors.NoStreamResponseError:
            raise await self._why_nobody_stores(stream, target) from None
        except nats.js.errors.APIError as error:
            if error.err_code == WRONG_LAST_SEQUENCE:
                raise Conflict(stream, target) from None
            if error.err_code in NO_ROOM:
                raise StoreFull(stream, error.description or str(error)) from None
            if isinstance(error, nats.js.errors.ServiceUnavailableError):
                raise LeaderMissing(self.settings.shown_url, stream) from None
            raise
        except nats.errors.TimeoutError:
            if await self.ping():
                raise NotStored(self.settings.shown_url, target, self.settings.publish_timeout) from None
            raise BrokerUnavailable(self.settings.shown_url, f"no acknowledgement of {target!r}") from None

    async def _why_nobody_stores(self, stream: str, target: str) -> ContractError:
        """Return why no broker listens for a stream: it is missing, or it has no leader at the moment."""
        try:
            await self.jetstream.find_stream_name_by_subject(target)
        except nats.js.errors.NotFoundError:
            return NotProvisioned(f"the stream {stream!r}")
        except nats.js.errors.ServiceUnavailableError as error:
            # Without a number nobody answers for JetStream at all; with one the brokers have no leader among them.
            if error.err_code is None:
                return NotProvisioned("JetStream")
        except nats.errors.Error as error:
            _log.debug("nobody says which streams there are", error=repr(error))
        return LeaderMissing(self.settings.shown_url, stream)

    @contextmanager
    def _sending(self, message: Message, subject: Subject) -> Iterator[tuple[bytes, dict[str, str]]]:
        """Body and headers of a message, which name the span of its sending."""
        with sending(self._tracer, subject.name, message.envelope) as envelope:
            sent = message.model_copy(update={"envelope": envelope})
            yield encode(sent), headers(envelope)


def _answer(subject: Subject, reply: Msg) -> Any:
    if reply.headers and FAULT in reply.headers:
        raise ContractError(decode(Fault, reply.data, subject.name))
    if subject.answer is None:
        raise TypeError(f"{subject.name!r} is not a request")
    return decode(subject.answer, reply.data, subject.name)
