"""Waiting for results of jobs: live, and from the results stream where the live message was missed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import nats.errors
import nats.js.errors
import structlog
from nats.aio.client import Client as NatsConnection
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js import JetStreamContext

from plancritic.bus.streams import stored_prefix, stream_name
from plancritic.bus.wire import ATTEMPTS_NOTE
from plancritic.contracts.subjects import Kind, Naming

_log = structlog.get_logger("plancritic.bus.replies")
_FIRST_LOOK = 1.0
_SLOWEST_LOOK = 10.0


@dataclass
class _Session:
    """One core subscription for all results of a session, while anyone waits for one."""

    subscription: Subscription
    waiting: dict[str, asyncio.Future[bytes]] = field(default_factory=dict)


class Replies:
    """Bodies of results by their exact subject. One subscription a session; nothing is lost with it:
    every waiting subject is also looked up in the stream, at growing intervals and after a reconnect.
    """

    def __init__(self, connection: NatsConnection, jetstream: JetStreamContext, naming: Naming) -> None:
        self._connection = connection
        self._jetstream = jetstream
        self._naming = naming
        self._stream = stream_name(naming, Kind.RESULT)
        self._sessions: dict[str, _Session] = {}
        self._reconnected: set[asyncio.Future[bytes]] = set()

    async def stored(self, subject: str) -> bytes | None:
        """Return the result that lies in the stream already, or None."""
        try:
            found = await self._jetstream.get_last_msg(self._stream, subject, direct=True)
        except nats.js.errors.NotFoundError:
            return None
        return None if ATTEMPTS_NOTE in (found.headers or {}) else found.data or b""

    async def looked_up(self, subject: str) -> bytes | None:
        """Like `stored`, but a look-up that fails knows of no result yet: there will be another."""
        try:
            return await self.stored(subject)
        except (nats.errors.Error, nats.js.errors.Error) as error:
            _log.debug("look-up failed, will try again", subject=subject, error=repr(error))
            return None

    async def subscribe(self, session_id: str, subject: str) -> asyncio.Future[bytes]:
        """Start to wait for a result; the future gets its body. End it with `forget`."""
        session = self._sessions.get(session_id)
        if session is None:
            # What the broker has stored, not what was sent: it refuses the answers of attempts that others followed.
            stored = f"{stored_prefix(self._naming)}."
            pattern = f"{stored}{self._naming.prefix}.{Kind.RESULT}.*.*.{session_id}.>"
            waiting: dict[str, asyncio.Future[bytes]] = {}

            async def on_result(message: Msg) -> None:
                if ATTEMPTS_NOTE not in (message.headers or {}):
                    _settle(waiting.get(message.subject.removeprefix(stored)), message.data)

            session = _Session(await self._connection.subscribe(pattern, cb=on_result), waiting)
            # Another request of the session may have subscribed while this one awaited.
            known = self._sessions.setdefault(session_id, session)
            if known is not session:
                await session.subscription.unsubscribe()
                session = known
        future = session.waiting.get(subject)
        if future is None or future.done():
            future = session.waiting[subject] = asyncio.get_running_loop().create_future()
        return future

    async def wait(self, future: asyncio.Future[bytes], subject: str) -> bytes:
        """Wait for the body, looking it up now and then."""
        pause = _FIRST_LOOK
        while True:
            reconnected: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
            self._reconnected.add(reconnected)
            try:
                await asyncio.wait({future, reconnected}, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._reconnected.discard(reconnected)
            if future.done():
                return future.result()
            found = await self.looked_up(subject)
            if found is not None:
                _settle(future, found)
            pause = min(pause * 2, _SLOWEST_LOOK)

    async def forget(self, session_id: str, subject: str) -> None:
        """Stop waiting; the session's subscription ends with its last waiter."""
        session = self._sessions.get(session_id)
        if session is None:
            return
        session.waiting.pop(subject, None)
        if not session.waiting:
            del self._sessions[session_id]
            if self._connection.is_connected:
                await session.subscription.unsubscribe()

    def on_reconnect(self) -> None:
        """Have everyone who waits look into the stream now."""
        for waiting in self._reconnected:
            _settle(waiting, b"")


def _settle(future: asyncio.Future[bytes] | None, body: bytes) -> None:
    # The same result may come twice (live from two copies, or live and stored): the first one counts.
    if future is not None and not future.done():
        future.set_result(body)
