"""Following sessions on a real broker: one watch each, over faults, with a bound on how many."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import cast

import nats.errors
import pytest
from tests.support.builders import envelope, feedback_submitted

from plancritic.bus import Client
from plancritic.console.work import followed as module
from plancritic.console.work.followed import Followed, FollowedSessions
from plancritic.contracts import subjects

SESSION = envelope().session_id


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AGAIN_SECONDS", 0.05)
    monkeypatch.setattr(module, "_TOGETHER_SECONDS", 0.01)


async def _say(client: Client, session: str = SESSION) -> None:
    await client.publish(feedback_submitted(envelope=envelope(session=session)), subjects.FEEDBACK_SUBMITTED)


async def _turns(followed: Followed, number: int) -> None:
    async with asyncio.timeout(5), followed.changed:
        await followed.changed.wait_for(lambda: len(followed.conversation.turns) >= number)


async def test_what_is_recorded_is_there_at_the_first_look(client: Client) -> None:
    await _say(client)
    sessions = FollowedSessions(lambda: client, 10)
    found = await sessions.follow(SESSION)
    assert found.caught_up.is_set()
    assert len(found.conversation.turns) == 1
    assert found.is_busy
    assert not (await sessions.follow("another")).is_busy
    await sessions.close()


async def test_all_who_look_share_a_session_and_hear_of_what_comes(client: Client) -> None:
    sessions = FollowedSessions(lambda: client, 10)
    one, other = await sessions.follow(SESSION), await sessions.follow(SESSION)
    assert one is other
    looks = [one.changes({}), other.changes({})]
    waiting = [asyncio.ensure_future(anext(each)) for each in looks]
    await asyncio.sleep(0)
    assert one.lookers == 2
    await _say(client)
    async with asyncio.timeout(5):
        assert all("conversation" in parts for parts in await asyncio.gather(*waiting))
    for each in looks:
        await each.aclose()
    assert one.lookers == 0
    await sessions.close()


async def test_a_watch_begins_anew_after_a_fault_and_takes_nothing_twice(client: Client) -> None:
    faults: list[Exception] = [nats.errors.ConnectionClosedError(), RuntimeError("an event that nobody can take in")]

    def bus() -> Client:
        if faults:
            raise faults.pop()
        return client

    await _say(client)
    sessions = FollowedSessions(bus, 10)
    found = await sessions.follow(SESSION)
    await _turns(found, 1)
    await _say(client)
    await _turns(found, 2)
    assert not faults
    assert len(found.conversation.turns) == 2
    await sessions.close()


async def test_sessions_that_nobody_looks_at_are_given_up_first(client: Client) -> None:
    sessions = FollowedSessions(lambda: client, 2)
    seen = await sessions.follow("a")
    changes = seen.changes({})
    looking = asyncio.ensure_future(anext(changes))
    await asyncio.sleep(0)
    unseen = await sessions.follow("b")
    await sessions.follow("c")
    assert unseen.task is not None
    await asyncio.wait({unseen.task}, timeout=2)
    assert unseen.task.cancelled()
    assert await sessions.follow("a") is seen
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)
    await sessions.close()


async def test_a_watch_that_swallows_its_cancellation_ends_all_the_same() -> None:
    class Swallowing:
        async def watch(self, session: str, caught_up: asyncio.Event) -> AsyncGenerator[object, None]:
            caught_up.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                return
            yield session

    sessions = FollowedSessions(lambda: cast("Client", Swallowing()), 10)
    found = await sessions.follow(SESSION)
    async with asyncio.timeout(2):
        await sessions.close()
    assert found.task is not None
    assert found.task.cancelled()
