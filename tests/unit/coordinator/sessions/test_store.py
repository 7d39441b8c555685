"""Revisions that two copies change at the same moment, in buckets whose writes a test can come between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.support.builders import envelope
from tests.support.revisions import entry, revision

from plancritic.bus import Client, Conflict, Entry
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.execution.record import Execution
from plancritic.contracts.sessions import AcceptRevision, Revision
from plancritic.coordinator.sessions.actions import SessionActions
from plancritic.coordinator.sessions.store import Sessions

PLAN = "0: (load a) [1]\n1: (drive a b) [1]\n"
OTHER = "0: (load b) [1]\n"
DONE = Execution(now=1.0, done="0: (load a) [1]\n")
FIRST = revision(plan=PLAN)


class Bucket:
    """A bucket in memory. `before` and `after` run once, at the first write of a revision of that number."""

    def __init__(self) -> None:
        self.kept: dict[str, Entry] = {}
        self.writes = 0
        self.before: dict[str, Callable[[], Awaitable[object]]] = {}
        self.after: dict[str, Callable[[], Awaitable[object]]] = {}

    async def get(self, key: str) -> Entry | None:
        return self.kept.get(key)

    async def create(self, key: str, value: bytes) -> int:
        return await self._write(key, value, None)

    async def update(self, key: str, value: bytes, state: int) -> int:
        return await self._write(key, value, state)

    async def delete(self, key: str, state: int) -> None:
        if self.kept[key].revision != state:
            raise Conflict("revisions", key)
        del self.kept[key]

    async def _write(self, key: str, value: bytes, state: int | None) -> int:
        await self._meanwhile(self.before, key)
        known = self.kept.get(key)
        if (known.revision if known else None) != state:
            raise Conflict("revisions", key)
        self.writes += 1
        self.kept[key] = Entry(key, value, self.writes)
        await self._meanwhile(self.after, key)
        return self.kept[key].revision

    async def _meanwhile(self, what: dict[str, Callable[[], Awaitable[object]]], key: str) -> None:
        if (does := what.pop(key.rpartition(".")[2], None)) is not None:
            await does()


class Broker:
    """Two buckets, and what was published."""

    def __init__(self) -> None:
        self.buckets: dict[str, Bucket] = {}
        self.settings = SimpleNamespace(tenant="default")
        self.connection = SimpleNamespace(max_payload=1_000_000)
        self.published: list[Any] = []

    async def kv(self, name: str) -> Bucket:
        return self.buckets.setdefault(name, Bucket())

    async def publish(self, message: object, _subject: object) -> None:
        self.published.append(message)


@pytest.fixture
def broker() -> Broker:
    return Broker()


@pytest.fixture
async def sessions(broker: Broker) -> Sessions:
    sessions = Sessions(cast(Client, broker))
    await sessions.add(FIRST)
    return sessions


async def revisions(broker: Broker) -> Bucket:
    return await broker.kv("revisions")


def report(sessions: Sessions) -> Callable[[], Awaitable[Revision]]:
    """What a report of the first step does."""
    return lambda: sessions.change(FIRST.session, FIRST.id, lambda known: known.model_copy(update={"execution": DONE}))


def second(plan: str = PLAN) -> Revision:
    """A turn's revision, made when nothing was known to be done."""
    return revision(plan=plan, id="2-0000000000000000", number=2, parent=FIRST.id)


async def test_accepting_keeps_what_was_reported_meanwhile(broker: Broker, sessions: Sessions) -> None:
    doubtful = FIRST.model_copy(update={"in_force": (entry("Visit A.", reading="doubtful", doubt="which one"),)})
    await sessions.change(FIRST.session, FIRST.id, lambda _: doubtful)
    (await revisions(broker)).before["1"] = report(sessions)
    ask = AcceptRevision(envelope=envelope(), session=FIRST.session, revision=FIRST.id)
    found = await SessionActions(cast(Client, broker), sessions).accept(ask)
    assert (found.execution, found.accepted, found.in_force[0].reading) == (DONE, True, "confirmed")
    assert await sessions.head(FIRST.session) == found
    assert [each.revision for each in broker.published] == [found]


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_new_revision_has_what_was_reported_while_it_was_made(
    broker: Broker, sessions: Sessions, when: str
) -> None:
    getattr(await revisions(broker), when)["2"] = _late(report(sessions))
    made = await sessions.add(second())
    assert (made.id, made.execution) == (second().id, DONE if when == "before" else None)
    head = await sessions.head(FIRST.session)
    assert head is not None and head.execution == (DONE if when == "before" else None)


async def test_a_report_whose_revision_has_a_successor_by_now_is_noted_there(
    broker: Broker, sessions: Sessions
) -> None:
    (await revisions(broker)).before["1"] = lambda: sessions.add(second())
    found = await report(sessions)()
    assert (found.id, found.execution) == (second().id, DONE)
    assert await sessions.head(FIRST.session) == found


async def test_a_new_revision_that_contradicts_what_was_reported_is_taken_back(
    broker: Broker, sessions: Sessions
) -> None:
    (await revisions(broker)).before["2"] = report(sessions)
    with pytest.raises(ContractError) as refused:
        await sessions.add(second(OTHER))
    assert refused.value.fault.code is FaultCode.PAST_CONTRADICTED
    head = await sessions.head(FIRST.session)
    assert head is not None and (head.id, head.execution) == (FIRST.id, DONE)


async def test_a_report_that_a_new_revision_contradicts_is_stale(broker: Broker, sessions: Sessions) -> None:
    (await revisions(broker)).before["1"] = lambda: sessions.add(second(OTHER))
    with pytest.raises(ContractError) as refused:
        await report(sessions)()
    assert refused.value.fault.code is FaultCode.STALE_REVISION
    head = await sessions.head(FIRST.session)
    assert head is not None and (head.id, head.execution) == (second().id, None)


def _late(does: Callable[[], Awaitable[object]]) -> Callable[[], Awaitable[None]]:
    """The same, which a refusal does not stop."""

    async def late() -> None:
        try:
            await does()
        except ContractError as error:
            assert error.fault.code is FaultCode.STALE_REVISION

    return late
