"""Sessions that are followed: one watch a session, however many browsers look at it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field

import nats.errors
import nats.js.errors
import structlog

from plancritic.bus import Client
from plancritic.console.work.conversation import Conversation, Part
from plancritic.contracts.errors import ContractError
from plancritic.threads import stop, stop_soon

_log = structlog.get_logger("plancritic.console.followed")
#: So long a page waits at most for what is recorded.
_FIRST_SECONDS = 3.0
#: Changes that come faster are told together.
_TOGETHER_SECONDS = 0.15
#: So long a turn counts as under way of which nothing is heard: news come late after a restart of the broker.
_UNHEARD_SECONDS = 20.0
#: After a fault of the bus the watch begins anew.
_AGAIN_SECONDS = 0.5


@dataclass
class Followed:
    """A session with the events so far; `versions` counts the changes of each part of its page."""

    conversation: Conversation
    task: asyncio.Task[None] | None = None
    versions: dict[Part, int] = field(default_factory=dict)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    #: Set once what is recorded has come.
    caught_up: asyncio.Event = field(default_factory=asyncio.Event)
    #: Held from the look whether a turn is under way until the next one is handed in.
    acting: asyncio.Lock = field(default_factory=asyncio.Lock)
    lookers: int = 0
    #: Runs that were submitted here and of which no event has come yet, with when.
    submitted: dict[str, float] = field(default_factory=dict)

    @property
    def is_busy(self) -> bool:
        """Return whether a turn is under way, also one whose events have not come yet."""
        known = {turn.run for turn in self.conversation.turns}
        since = time.monotonic() - _UNHEARD_SECONDS
        self.submitted = {run: at for run, at in self.submitted.items() if run not in known and at > since}
        return bool(self.submitted) or self.conversation.open_turn is not None

    async def first_look(self) -> None:
        """Return once what is recorded has come."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_FIRST_SECONDS):
                await self.caught_up.wait()

    async def changes(self, seen: dict[Part, int]) -> AsyncGenerator[frozenset[Part], None]:
        """Yield the parts that have changed since `seen`, whenever some have; those of a burst together."""
        self.lookers += 1
        try:
            while True:
                async with self.changed:
                    await self.changed.wait_for(lambda: self.versions != seen)
                await asyncio.sleep(_TOGETHER_SECONDS)
                new = frozenset(part for part, number in self.versions.items() if seen.get(part) != number)
                seen.clear()
                seen.update(self.versions)
                yield new
        finally:
            self.lookers -= 1


class FollowedSessions:
    """The sessions of one tenant that somebody looks at, and the last ones that somebody did."""

    def __init__(self, bus: Callable[[], Client], most: int) -> None:
        self._bus = bus
        self._most = most
        self._known: dict[str, Followed] = {}

    async def follow(self, session: str) -> Followed:
        """Return a session with all that is recorded of it; it goes on by itself."""
        found = self._known.pop(session, None) or Followed(Conversation(session))
        if found.task is None or found.task.done():
            # The same object goes on: browsers that look at it hear of what comes.
            found.task = asyncio.create_task(self._watch(found))
        self._known[session] = found
        self._forget(session)
        await found.first_look()
        return found

    async def close(self) -> None:
        """Stop following all."""
        tasks = [each.task for each in self._known.values() if each.task is not None]
        self._known.clear()
        await stop(*tasks)

    def _forget(self, kept: str) -> None:
        """Give up the sessions that nobody has looked at for longest, where there are too many; `kept` stays."""
        idle = [name for name, each in self._known.items() if not each.lookers and name != kept]
        for name in idle[: max(0, len(self._known) - self._most)]:
            task = self._known.pop(name).task
            if task is not None:
                stop_soon(task)

    async def _watch(self, followed: Followed) -> None:
        conversation = followed.conversation
        while True:
            try:
                watch = self._bus().watch(session=conversation.session, caught_up=followed.caught_up)
                async with aclosing(watch) as events:
                    async for event in events:
                        if event.sequence > conversation.sequence:
                            await _tell(followed, conversation.take(event))
            except (ContractError, nats.errors.Error, nats.js.errors.Error) as error:
                _log.info("a watch begins anew", session=conversation.session, reason=str(error))
            except Exception:  # noqa: BLE001
                # An event that cannot be taken in must not freeze the page: what follows it is shown.
                _log.exception("a watch begins anew", session=conversation.session)
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                # A watch may end of a cancellation without passing it on; going on would keep the console from ending.
                raise asyncio.CancelledError
            # Whoever waits is shown what is known, and what comes later as it comes.
            followed.caught_up.set()
            await asyncio.sleep(_AGAIN_SECONDS)


async def _tell(followed: Followed, parts: frozenset[Part]) -> None:
    if parts:
        async with followed.changed:
            for part in parts:
                followed.versions[part] = followed.versions.get(part, 0) + 1
            followed.changed.notify_all()
