"""Revisions that two copies change at the same moment, in buckets whose writes a test can come between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.support.builders import WATERWAY, envelope, feedback_submitted, plan_revised, statement
from tests.support.revisions import entry, revision

from plancritic.bus import Client, Conflict, Entry
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.execution.record import Execution
from plancritic.contracts.feedback import PlanRevised, StatementOutcome
from plancritic.contracts.sessions import AcceptRevision, Revision, StatementInForce
from plancritic.contracts.translation import Statement
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.sessions.actions import SessionActions
from plancritic.coordinator.sessions.faults import nothing_to_undo
from plancritic.coordinator.sessions.store import Sessions
from plancritic.coordinator.turns.opening import open_turn
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

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


def outcome(about: Statement, verdict: str, turn: int, constraints: tuple[str, ...] = ()) -> StatementOutcome:
    return StatementOutcome.model_validate(
        {
            "statement": about,
            "verdict": verdict,
            "turn": turn,
            "mid_level_goal": about.text,
            "constraints": constraints,
            "adherence": None,
            "explanation": "It is so.",
        }
    )


def _read_otherwise(
    number: int, parent: Revision, reading: str | None, said_in: tuple[StatementInForce, ...] = ()
) -> PlanRevised:
    """The end of a turn in which the reading of s2 was rejected, and it was read so, or not understood."""
    statement_read = statement("Visit B.", "s2")
    new = (
        outcome(statement_read, "not_understood", number)
        if reading is None
        else outcome(statement_read, "unconfirmed", number, (reading,))
    )
    kept = [outcome(each.statement, "adhered", each.turn, each.constraints) for each in said_in]
    return plan_revised(
        *kept,
        new,
        envelope=envelope().caused("end").model_copy(update={"session_id": FIRST.session}),
        plan=PLAN,
        revision=f"{number}-{number:016}",
        number=number,
        parent=parent.id,
        rejected=("s2",),
    )


async def test_undoing_never_brings_a_rejected_reading_back(sessions: Sessions) -> None:
    one, two = (f"(sometime (at sct_ast_0 wpt_{each}_0))" for each in "ab")
    said_second = second().model_copy(update={"in_force": (entry("Visit B.", "s2", turn=2, constraints=(one,)),)})
    await sessions.add(said_second)
    third = await sessions.add_turn(_read_otherwise(3, said_second, two))
    assert third is not None and third.parent == FIRST.id
    assert third.in_force[0].rejected == ((one,),)
    fourth = await sessions.add_turn(_read_otherwise(4, third, None))
    assert fourth is not None and (fourth.in_force, fourth.parent) == ((), FIRST.id)


async def test_a_statement_between_is_passed_over_with_the_rejected_reading(sessions: Sessions) -> None:
    one, two = (f"(sometime (at sct_ast_0 wpt_{each}_0))" for each in "ab")
    rejected = entry("Visit B.", "s2", turn=2, constraints=(one,))
    said_second = second().model_copy(update={"in_force": (rejected,)})
    other = entry("End at the dock.", "s3", turn=3)
    said_third = said_second.model_copy(
        update={"id": "3-0", "number": 3, "parent": said_second.id, "in_force": (rejected, other)}
    )
    await sessions.add(said_second)
    await sessions.add(said_third)
    fourth = await sessions.add_turn(_read_otherwise(4, said_third, two, (other,)))
    assert fourth is not None
    assert ({each.statement.id for each in fourth.in_force}, fourth.parent) == ({"s2", "s3"}, FIRST.id)


async def test_a_first_statement_whose_reading_was_rejected_has_nothing_before(broker: Broker) -> None:
    sessions = Sessions(cast(Client, broker))
    kept = entry("Visit A.", "s1")
    first = FIRST.model_copy(update={"in_force": (kept, entry("Visit B.", "s2"))})
    await sessions.add(first)
    after = await sessions.add_turn(_read_otherwise(2, first, None, (kept,)))
    assert after is not None and (after.parent, after.passed_over) == (None, True)
    assert [each.statement.id for each in after.in_force] == ["s1"]
    assert "you rejected" in nothing_to_undo(after).fault.message
    # One rule for the command and for words: nothing that was not rejected is dropped for it.
    with pytest.raises(ContractError, match="you rejected"):
        await SessionActions(cast(Client, broker), sessions).before(after)
    again = await sessions.head(first.session)
    assert again is not None and again.id == after.id
    situation = cast(Situation, SimpleNamespace(lexicon=Lexicon(load_domain("waterway"), "1"), reference=WATERWAY))
    said = feedback_submitted("take that back")
    with pytest.raises(ContractError, match="you rejected"):
        await open_turn(sessions, said, situation)
