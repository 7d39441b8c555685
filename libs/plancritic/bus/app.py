"""A service: its work and its asks on the bus, its health over HTTP, its start and its graceful end."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from importlib import metadata
from typing import Any, TypeVar

import nats.errors
import nats.js.errors
import structlog
import uvicorn
from faststream import AckPolicy
from faststream.asgi import AsgiFastStream
from faststream.exceptions import SkipMessage
from faststream.nats import JStream, NatsBroker, PullSub
from faststream.nats.annotations import NatsMessage
from faststream.nats.opentelemetry import NatsTelemetryMiddleware
from faststream.nats.security import NatsNKey, NatsSecurity, NatsUserPassword
from faststream.response import Response
from prometheus_client import CollectorRegistry

from plancritic.bus.client import Client
from plancritic.bus.connection import connection_options, guarded, tls_context, wait_for_broker
from plancritic.bus.durable.work import Handler, Refusal, Work, Worker
from plancritic.bus.errors import BrokerUnavailable, NotProvisioned
from plancritic.bus.observability import health
from plancritic.bus.observability.destinations import message_counters
from plancritic.bus.observability.freed_memory import give_back, malloc_trim
from plancritic.bus.observability.logging import bound_envelope, configure_logging
from plancritic.bus.observability.metrics import WorkMetrics
from plancritic.bus.observability.queues import Queues
from plancritic.bus.observability.tracing import tracer_provider
from plancritic.bus.settings import BusSettings
from plancritic.bus.streams import BucketName, durable_name, durable_stream, is_durable
from plancritic.bus.wire import FAULT, decode, encode
from plancritic.contracts.envelope import Contract, new_id
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.service import ServiceDescription
from plancritic.contracts.subjects import DESCRIBE_SERVICE, Kind, Subject
from plancritic.threads import DaemonExecutor

_log = structlog.get_logger("plancritic.bus.app")

#: How long a pull waits on the server before it is renewed; a message comes at once all the same.
_PULL_SECONDS = 5.0
_NO_BROKER_EXIT = 3

WorkHandler = TypeVar("WorkHandler", bound=Callable[[Any, Work], Awaitable[Any]])
AskHandler = TypeVar("AskHandler", bound=Callable[[Any], Awaitable[Contract | None]])
Hook = TypeVar("Hook", bound=Callable[[], Awaitable[None]])


class Service:
    """One copy of a service.

    `build_app` makes it and adds handlers with `work`, `ask`, `on_start`, `on_stop`; nothing is
    opened before it runs. `detail` is shown in its description.
    """

    def __init__(self, name: str, settings: BusSettings | None = None, description: str = "") -> None:
        self.name = name
        self.settings = settings or BusSettings()
        self.description = description
        self.instance = f"{name}-{new_id()[:8]}"
        self.detail: dict[str, str] = {}
        self._rows: list[Subject] = []
        self._workers: dict[Subject, Worker] = {}
        self._handlers: dict[Subject, tuple[Handler, Refusal | None]] = {}
        self._subscribers: list[Any] = []
        self._starting: list[Callable[[], Awaitable[None]]] = []
        self._stopping: list[Callable[[], Awaitable[None]]] = []
        self._client: Client | None = None
        self._ready = asyncio.Event()
        self._background: tuple[asyncio.Task[None], ...] = ()
        self._http: str | None = None
        self._registry = CollectorRegistry()
        self._metrics = WorkMetrics(self._registry)
        self._handled = 0
        self._in_flight = 0
        self._traces = tracer_provider(name, self.instance)
        self._broker = self._make_broker()
        self.ask(DESCRIBE_SERVICE)(self._describe)

    @property
    def rows(self) -> tuple[Subject, ...]:
        """The rows of the table that this service takes."""
        return tuple(self._rows)

    @property
    def registry(self) -> CollectorRegistry:
        """What `/metrics` shows; a service adds its own to it."""
        return self._registry

    @property
    def client(self) -> Client:
        """The service's own hold on the bus, once it has started."""
        if self._client is None:
            raise RuntimeError(f"the service {self.name!r} has not started: use the client in handlers and hooks only")
        return self._client

    def work(
        self, subject: Subject, concurrency: int = 1, refused: Refusal | None = None
    ) -> Callable[[WorkHandler], WorkHandler]:
        """Take a job (or an event with a durable consumer), `concurrency` at once in this copy.

        The handler's result is stored before the message is acknowledged. `ContractError` is an answer;
        anything else raised has the message delivered again, later and later, and given up in the end.
        `refused(fault, envelope)` is called for an event (which has no result) that is invalid, refused or given up.
        """
        self._declare(subject)
        if not is_durable(subject):
            raise ValueError(f"{subject.name!r} has no durable consumer")

        def register(handler: WorkHandler) -> WorkHandler:
            self._handlers[subject] = (handler, refused)
            # One puller a place, each with one message at a time: nothing waits unworked in this copy
            # while another is idle, nor runs into ack_wait in a local queue.
            for _ in range(concurrency):
                self._add_puller(subject)
            return handler

        return register

    def ask(self, subject: Subject) -> Callable[[AskHandler], AskHandler]:
        """Answer an ask; one copy of the service gets it, or all of them where the row says so (`every_copy`).

        A handler that returns None leaves the answer to others.
        """
        self._declare(subject)
        if subject.kind is not Kind.ASK:
            raise ValueError(f"{subject.name!r} is not a request")

        def register(handler: AskHandler) -> AskHandler:
            async def answer(message: NatsMessage) -> Response:
                return await self._reply(subject, handler, message)

            self._broker.subscriber(
                self.settings.naming.subscribe(subject),
                queue="" if subject.every_copy else self.name,
                ack_policy=AckPolicy.MANUAL,
                title=subject.name,
            )(answer)
            return handler

        return register

    def on_start(self, hook: Hook) -> Hook:
        """Call `hook` before the first message, with the client connected."""
        self._starting.append(hook)
        return hook

    def on_stop(self, hook: Hook) -> Hook:
        """Call `hook` after the last message, with the client still connected."""
        self._stopping.append(hook)
        return hook

    async def wait_until_ready(self) -> None:
        """Return once the service takes messages."""
        await self._ready.wait()

    def asgi(self) -> AsgiFastStream:
        """Return the application: health and metrics over HTTP, the bus in its lifespan."""
        return AsgiFastStream(
            self._broker,
            asgi_routes=health.routes(self._is_ready, self._registry),
            on_startup=[self._start],
            after_startup=[self._after_start],
            on_shutdown=[self._stop],
            after_shutdown=[self._after_stop],
            logger=None,
        )

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT, finish what is in flight, return.

        Raises:
            SystemExit: 3, after one line in the log, where the broker or its streams are missing.
        """
        configure_logging(self.settings, self.name, self.instance)
        try:
            asyncio.run(self.serve())
        except ContractError as error:
            _log.error("cannot start", reason=error.fault.message, remedy=error.fault.remedy, code=error.fault.code)
            sys.exit(_NO_BROKER_EXIT if isinstance(error, BrokerUnavailable | NotProvisioned) else 1)

    async def serve(self) -> None:
        """What `run` does, within a running loop and with logging as it is."""
        with socket.create_server((self.settings.http_host, self.settings.http_port)) as listener:
            host, port = listener.getsockname()[:2]
            self._http = f"http://{host}:{port}"
            app = self.asgi()
            config = uvicorn.Config(app, lifespan="off", log_config=None, access_log=False, timeout_graceful_shutdown=2)
            server = _Server(config)
            loop = asyncio.get_running_loop()
            # A piece of work in a thread must not keep a service that is told to stop.
            loop.set_default_executor(DaemonExecutor())
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, server.stop)
            try:
                async with app.start_lifespan_context():
                    await server.serve(sockets=[listener])
            except nats.errors.Error as error:
                _log.warning("stopped without the broker", error=repr(error))
            finally:
                for number in (signal.SIGTERM, signal.SIGINT):
                    loop.remove_signal_handler(number)
        _log.info("stopped")

    def _declare(self, subject: Subject) -> None:
        if self.name not in subject.consumers and subject is not DESCRIBE_SERVICE:
            raise ValueError(f"the table of subjects does not list {self.name!r} as a consumer of {subject.name!r}")
        if subject in self._rows:
            raise ValueError(f"{subject.name!r} already has a handler")
        self._rows.append(subject)

    def _make_broker(self) -> NatsBroker:
        settings = self.settings
        context = tls_context(settings)
        security: NatsSecurity | None = None
        if settings.nats_nkey_seed_file is not None:
            security = NatsNKey(settings.nats_nkey_seed_file, ssl_context=context)
        elif settings.nats_user is not None:
            security = NatsUserPassword(settings.nats_user, settings.password or "", ssl_context=context)
        elif context is not None:
            security = NatsSecurity(ssl_context=context)
        return NatsBroker(
            **connection_options(settings, self.instance, self._reconnected),
            security=security,
            graceful_timeout=settings.grace,
            decoder=_undecoded,
            middlewares=(
                message_counters(self._registry, self.name),
                NatsTelemetryMiddleware(tracer_provider=self._traces),
            ),
            logger=None,
        )

    def _add_puller(self, subject: Subject) -> None:
        naming = self.settings.naming

        async def take(message: NatsMessage) -> None:
            self._in_flight += 1
            try:
                await self._workers[subject].take(message.raw_message)
            finally:
                self._in_flight -= 1
                self._handled += 1

        subscriber = self._broker.subscriber(
            naming.subscribe(subject),
            stream=JStream(durable_stream(naming, subject), declare=False),
            durable=durable_name(naming, subject, self.name),
            pull_sub=PullSub(batch_size=1, timeout=_PULL_SECONDS),
            # Pull subscribers do not take the broker's prefix (they would open `_INBOX` and get nothing).
            inbox_prefix=f"{self.settings.nats_inbox_prefix}.".encode(),
            ack_policy=AckPolicy.MANUAL,
            no_reply=True,
            title=subject.name,
        )
        subscriber(take)
        self._subscribers.append(subscriber)

    async def _start(self) -> None:
        await wait_for_broker(self.settings)
        connection = await guarded(self.settings, self._broker.connect())
        self._client = Client(connection, self.settings, self._traces)
        naming = self.settings.naming
        self._queues = Queues(
            self._registry,
            {
                subject.name: (durable_stream(naming, subject), durable_name(naming, subject, self.name))
                for subject in self._handlers
            },
        )
        try:
            for subject, (handler, refused) in self._handlers.items():
                self._workers[subject] = await self._worker(subject, handler, refused)
            for hook in self._starting:
                await hook()
        except BaseException:
            # FastStream closes only what it has started.
            await connection.close()
            raise

    async def _worker(self, subject: Subject, handler: Handler, refused: Refusal | None) -> Worker:
        naming = self.settings.naming
        stream, durable = durable_stream(naming, subject), durable_name(naming, subject, self.name)
        try:
            config = (await self.client.jetstream.consumer_info(stream, durable)).config
        except (nats.js.errors.NotFoundError, nats.js.errors.ServiceUnavailableError):
            raise NotProvisioned(f"the consumer {durable!r} of the stream {stream!r}") from None
        # A missing bucket is told now, not at the first job.
        await self.client.kv(BucketName.ENDED)
        return Worker(
            subject,
            handler,
            self.client,
            self._metrics,
            ack_wait=float(config.ack_wait or self.settings.ack_wait),
            attempts=self.settings.attempts,
            retry_delay=self.settings.retry_delay,
            refused=refused,
        )

    async def _after_start(self) -> None:
        # Ready means that the broker knows of every subscription, not only that we asked for it. Twice: nats-py
        # writes a PING past what is still in its buffer, so only the second answer comes after the subscriptions.
        for _ in range(2):
            await self.client.connection.flush(timeout=math.ceil(self.settings.publish_timeout))
        running = (self._queues.watch(self.client.jetstream), give_back(malloc_trim()))
        self._background = tuple(map(asyncio.create_task, running))
        self._ready.set()
        _log.info("ready", http=self._http, broker=self.settings.shown_url, process=os.getpid())

    async def _stop(self) -> None:
        self._ready.clear()
        _log.info("stopping", in_flight=self._in_flight)
        for task in self._background:
            task.cancel()
        # All at once: one after the other would let the later ones take new work meanwhile.
        await asyncio.gather(*(subscriber.stop() for subscriber in self._subscribers), return_exceptions=True)
        for hook in reversed(self._stopping):
            await hook()

    async def _after_stop(self) -> None:
        await asyncio.to_thread(self._traces.shutdown)

    def _reconnected(self) -> None:
        if self._client is not None:
            self._client.on_reconnect()

    async def _is_ready(self) -> bool:
        return self._ready.is_set() and self._client is not None and await self._client.ping()

    async def _describe(self, _ask: Any) -> ServiceDescription:
        return ServiceDescription(
            service=self.name,
            instance=self.instance,
            version=metadata.version("plancritic"),
            process_id=os.getpid(),
            host=self.settings.host,
            http=self._http,
            ready=self._ready.is_set(),
            in_flight=self._in_flight,
            handled=self._handled,
            detail=self.detail,
            queues=await self._queues.look(self.client.jetstream, seconds=0.25),
        )

    async def _reply(
        self, subject: Subject, handler: Callable[[Any], Awaitable[Contract | None]], raw: NatsMessage
    ) -> Response:
        try:
            ask = decode(subject.message, raw.body, subject.name)
            with bound_envelope(ask.envelope):
                answer = await handler(ask)
                if answer is not None:
                    return Response(encode(answer))
        except ContractError as error:
            fault = error.fault
        except Exception as error:  # noqa: BLE001
            # Whoever asks waits for an answer, whatever happened here.
            _log.exception("ask failed", subject=subject.name)
            fault = Fault(code=FaultCode.WORKER_FAILED, message=f"{subject.name!r}: {type(error).__name__}: {error}")
        else:
            # FastStream sends an empty answer for whatever a handler returns.
            raise SkipMessage
        return Response(encode(fault), headers={FAULT: fault.code.value})


class _Server(uvicorn.Server):
    """uvicorn without its signal handlers: they would end the process by the signal instead of exit code 0."""

    def stop(self) -> None:
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _undecoded(message: Any) -> Any:
    """Bodies are validated by the worker, where a fault can be answered; FastStream would drop them."""
    return message.body
