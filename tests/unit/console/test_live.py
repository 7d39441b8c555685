"""The stream of a session's page: what is sent, when, and when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from tests.support.builders import feedback_submitted

from plancritic.bus.watch import Event
from plancritic.console.work import live as module
from plancritic.console.work.conversation import Conversation, Part
from plancritic.console.work.followed import Followed
from plancritic.console.work.live import live
from plancritic.console.work.parts import Parts
from plancritic.contracts import subjects

SESSION = "s1"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TICK_SECONDS", 0.02)


@dataclass
class Rendering:
    """Parts that are their own names; notes which were asked for."""

    followed: Followed = field(default_factory=lambda: Followed(Conversation(SESSION)))
    asked: list[frozenset[Part]] = field(default_factory=list)

    async def rendered(self, changed: Collection[Part]) -> AsyncIterator[tuple[str, str]]:
        self.asked.append(frozenset(changed))
        for part in sorted(changed):
            yield part, f"<p>{part}</p>"

    async def change(self, *parts: Part) -> None:
        async with self.followed.changed:
            for part in parts:
                self.followed.versions[part] = self.followed.versions.get(part, 0) + 1
            self.followed.changed.notify_all()


class Access:
    """Whether the user may still see the page."""

    def __init__(self) -> None:
        self.is_given = True

    def __call__(self) -> bool:
        return self.is_given


async def stream(
    rendering: Rendering, seen: str = "", access: Access | None = None, again: bool = False
) -> AsyncGenerator[ServerSentEvent, None]:
    headers = [(b"last-event-id", b"7")] if again else []
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": f"seen={seen}".encode(),
        "headers": headers,
        "still_may": access or Access(),
    }
    answer = await live(Request(scope), cast("Parts", rendering))
    assert isinstance(answer, EventSourceResponse)
    return cast("AsyncGenerator[ServerSentEvent, None]", answer.body_iterator)


@asynccontextmanager
async def open_stream(*given: Any, **further: Any) -> AsyncIterator[AsyncGenerator[ServerSentEvent, None]]:
    events = await stream(*given, **further)
    try:
        yield events
    finally:
        await events.aclose()


async def following(events: AsyncGenerator[ServerSentEvent, None]) -> str | None:
    async with asyncio.timeout(5):
        return (await anext(events)).event


def submitted(sequence: int) -> Event:
    return Event(subjects.FEEDBACK_SUBMITTED, feedback_submitted(), sequence, datetime.now(UTC))


async def test_what_changed_since_the_page_was_made_comes_first() -> None:
    rendering = Rendering()
    await rendering.change("plan", "conversation")
    async with open_stream(rendering, "plan:1,conversation:0") as events:
        assert await following(events) == "conversation"
    assert rendering.asked == [frozenset({"conversation"})]


async def test_a_browser_that_comes_back_is_told_everything() -> None:
    rendering = Rendering()
    await rendering.change("plan", "outcome")
    async with open_stream(rendering, "plan:1,outcome:1", again=True) as events:
        assert [await following(events) for _ in range(2)] == ["outcome", "plan"]


async def test_an_address_that_names_no_parts_is_taken_for_one_that_has_seen_nothing() -> None:
    rendering = Rendering()
    await rendering.change("plan")
    async with open_stream(rendering, "plan:x,nothing:3,plan,:") as events:
        assert await following(events) == "plan"


async def test_what_changes_later_comes_with_the_place_in_the_recording() -> None:
    rendering = Rendering()
    async with open_stream(rendering) as events:
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0.05)
        assert not waiting.done(), "nothing has changed, and no turn is under way"
        rendering.followed.conversation.take(submitted(12))
        await rendering.change("conversation")
        async with asyncio.timeout(5):
            event = await waiting
            while event.event == "progress":
                # The turn that has come is under way.
                event = await anext(events)
    assert (event.event, event.id, event.data) == ("conversation", "12", "<p>conversation</p>")


async def test_while_a_turn_is_under_way_its_time_is_told_again_and_again() -> None:
    rendering = Rendering()
    rendering.followed.conversation.take(submitted(1))
    async with open_stream(rendering) as events:
        assert [await following(events) for _ in range(3)] == ["progress"] * 3


async def test_who_may_not_look_any_more_is_sent_nothing_and_the_stream_ends() -> None:
    rendering, access = Rendering(), Access()
    async with open_stream(rendering, access=access) as events:
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0.05)
        access.is_given = False
        await rendering.change("plan")
        async with asyncio.timeout(5):
            with pytest.raises(StopAsyncIteration):
                await waiting
    assert rendering.asked == []
    assert rendering.followed.lookers == 0


async def test_a_stream_that_is_closed_looks_no_more() -> None:
    rendering = Rendering()
    await rendering.change("plan")
    async with open_stream(rendering) as events:
        await following(events)
        assert rendering.followed.lookers == 1
    assert rendering.followed.lookers == 0
