"""The parts of a session's page as server-sent events: each browser gets them whenever they change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from plancritic.console.work.conversation import Part
from plancritic.console.work.parts import Parts
from plancritic.threads import stop

#: Without a change for so long the time that a search takes is told again.
_TICK_SECONDS = 1.0


async def live(request: Request, parts: Parts) -> Response:
    """Return the stream of changed parts; at its beginning those that have changed since the page was made."""
    seen: dict[Part, int] = {}
    for each in request.query_params.get("seen", "").split(","):
        name, _, number = each.partition(":")
        if name in ("conversation", "plan", "outcome", "progress") and number.isdigit():
            seen[name] = int(number)  # type: ignore[index]
    if request.headers.get("last-event-id") is not None:
        # The browser comes back: whatever happened meanwhile is told.
        seen = {}
    may: Callable[[], bool] = request.scope["still_may"]
    return EventSourceResponse(_events(parts, seen, may), ping=15, send_timeout=10)


async def _events(parts: Parts, seen: dict[Part, int], may: Callable[[], bool]) -> AsyncIterator[ServerSentEvent]:
    followed = parts.followed
    async with aclosing(followed.changes(seen)) as changes:
        upcoming = asyncio.ensure_future(anext(changes))
        try:
            while True:
                done, _ = await asyncio.wait({upcoming}, timeout=_TICK_SECONDS)
                if not may():
                    return
                if done:
                    changed = upcoming.result()
                    upcoming = asyncio.ensure_future(anext(changes))
                elif followed.conversation.open_turn is not None:
                    changed = frozenset({"progress"})
                else:
                    continue
                async for name, text in parts.rendered(changed):
                    yield ServerSentEvent(text, event=name, id=str(followed.conversation.sequence))
        finally:
            await stop(upcoming)
