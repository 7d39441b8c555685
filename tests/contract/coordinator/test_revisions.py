"""Revisions of sessions in their buckets, and the asks about them, on a real broker without other services."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from tests.support.builders import feedback_submitted, plan_revised, statement
from tests.support.feedback_runs import number_of_ends
from tests.support.revisions import READ, entry, revision
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Event
from plancritic.client import PlancriticClient
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.execution.reports import ExecutionProgressed
from plancritic.contracts.feedback import FeedbackSubmitted, StatementOutcome
from plancritic.contracts.sessions import Revision, SessionRevised
from plancritic.coordinator.app import build_app
from plancritic.coordinator.runs.records import Runs
from plancritic.coordinator.sessions.revisions import revision_id
from plancritic.coordinator.sessions.store import Sessions
from plancritic.coordinator.settings import CoordinatorSettings

#: Each takes several seconds: in test-all.
pytestmark = pytest.mark.slow

SAID = "No vessel may go through waypoint A."


async def end_turn(
    client: Client,
    submitted: FeedbackSubmitted,
    head: Revision | None = None,
    verdict: str = "adhered",
    **changes: object,
) -> None:
    """A run that begins and ends with its one statement's verdict, as the turn after `head`."""
    runs = Runs(client)
    await runs.begin(submitted)
    number = head.number + 1 if head is not None else 1
    outcome = StatementOutcome(
        statement=statement(SAID, f"s{number}"), verdict=verdict, adherence=0.5, constraints=(READ,), turn=number
    )
    kept = [
        StatementOutcome(
            statement=each.statement, verdict="adhered", adherence=0.5, constraints=each.constraints, turn=each.turn
        )
        for each in (head.in_force if head is not None else ())
    ]
    run, session = submitted.envelope.correlation_id, submitted.envelope.session_id
    fields: dict[str, object] = {
        "envelope": submitted.envelope.caused("end"),
        "revision": revision_id(session, number, run),
        "number": number,
        "parent": head.id if head is not None else None,
    }
    await runs.end(plan_revised(*kept, outcome, **(fields | changes)), subjects.PLAN_REVISED)


def submitted_in(session: str) -> FeedbackSubmitted:
    return feedback_submitted(SAID, envelope=Envelope.start(session_id=session))


@pytest.fixture
async def coordinator(client: Client, bus_settings: BusSettings) -> AsyncIterator[PlancriticClient]:
    async with running(build_app(CoordinatorSettings(), bus_settings)):
        yield PlancriticClient(client)


async def test_a_session_of_a_hundred_turns_is_kept_whole(client: Client, coordinator: PlancriticClient) -> None:
    head = None
    for number in range(1, 101):
        # As a person who says, each time, what replaces the statement before.
        head = head.model_copy(update={"in_force": head.in_force[-5:]}) if head is not None else None
        await end_turn(client, submitted_in("long"), head, plan="0.000: (noop) [1.000]\n" * 2000)
        head = await Sessions(client).head("long")
        assert head is not None and head.number == number
    report = await coordinator.session("long", limit=100)
    assert [each.number for each in report.revisions] == list(range(100, 0, -1))
    assert report.head is not None and report.head.last_statement == 100
    page = await coordinator.session("long", limit=7, before=50)
    assert [each.number for each in page.revisions] == list(range(49, 42, -1))
    assert page.more
    entry_of_session = await (await client.kv("sessions")).get("default.long")
    assert entry_of_session is not None and len(entry_of_session.value) < 1000


async def test_an_end_that_two_copies_decide_is_one_revision(client: Client) -> None:
    submitted = submitted_in("one")
    await asyncio.gather(end_turn(client, submitted, verdict="violated"), end_turn(client, submitted))
    assert [each.number for each in await Sessions(client).newest("one", 10)] == [1]
    assert await number_of_ends(client, submitted.envelope) == 1


async def test_of_turns_that_end_at_once_one_makes_a_revision_and_the_others_are_stale(client: Client) -> None:
    turns = [submitted_in("busy") for _ in range(5)]
    await asyncio.gather(*(end_turn(client, each) for each in turns))
    (kept,) = await Sessions(client).newest("busy", 10)
    states = {each.envelope.correlation_id: await Runs(client).state(each.envelope.correlation_id) for each in turns}
    words = {run: state.state for run, state in states.items() if state is not None}
    assert words.pop(str(kept.run)) == "ended"
    assert set(words.values()) == {"refused"}


async def test_sessions_of_tenants_do_not_meet(
    client: Client, coordinator: PlancriticClient, bus_settings: BusSettings
) -> None:
    await end_turn(client, submitted_in("shared"))
    async with Client.connect(bus_settings.model_copy(update={"tenant": "acme"})) as other:
        assert await Sessions(other).head("shared") is None
        await end_turn(other, submitted_in("shared"), verdict="violated")
        await end_turn(other, submitted_in("theirs"))
        theirs = await Sessions(other).head("shared")
    ours = await coordinator.head("shared")
    assert theirs is not None and theirs.id != ours.id
    assert (len(ours.in_force), len(theirs.in_force)) == (1, 0)
    assert [each.session for each in (await coordinator.sessions()).sessions] == ["shared"]
    with pytest.raises(ContractError):
        await coordinator.undo("theirs")


async def test_sessions_are_listed_newest_first_and_found_by_a_beginning(
    client: Client, coordinator: PlancriticClient
) -> None:
    for name in ("alpha-1", "alpha-2", "beta"):
        await end_turn(client, submitted_in(name))
    listed = await coordinator.sessions(limit=2)
    assert ([each.session for each in listed.sessions], listed.more) == (["beta", "alpha-2"], True)
    assert (await coordinator.head("be")).session == "beta"
    assert (await coordinator.session("alpha-1")).sessions[0].session == "alpha-1"
    with pytest.raises(ContractError, match="2 sessions begin with it") as several:
        await coordinator.undo("alpha")
    assert several.value.fault.code is FaultCode.AMBIGUOUS_NAME
    assert "alpha-1, alpha-2" in str(several.value.fault.remedy)
    with pytest.raises(ContractError, match="no session 'gamma'") as none:
        await coordinator.accept("gamma")
    assert "beta" in str(none.value.fault.remedy)


async def test_accepting_confirms_doubtful_readings_and_is_published(
    client: Client, coordinator: PlancriticClient
) -> None:
    await end_turn(client, submitted_in("work"), verdict="unconfirmed")
    before = await coordinator.head("work")
    assert [(each.verdict, each.reading) for each in before.in_force] == [("unconfirmed", "doubtful")]
    accepted = await coordinator.accept("work", before.id)
    assert (accepted.id, accepted.accepted) == (before.id, True)
    assert [(each.verdict, each.reading, each.score) for each in accepted.in_force] == [("adhered", "confirmed", 1.0)]
    assert await coordinator.head("work") == accepted
    events = client.watch(session="work", subjects=(subjects.SESSION_REVISED,))
    seen = [(await asyncio.wait_for(anext(events), 5)).message for _ in range(2)]
    await events.aclose()
    assert [each.revision.accepted for each in seen if isinstance(each, SessionRevised)] == [False, True]


async def test_what_is_accepted_while_a_turn_runs_is_confirmed_in_its_revision(
    client: Client, coordinator: PlancriticClient
) -> None:
    await end_turn(client, submitted_in("work"), verdict="unconfirmed")
    started_from = await Sessions(client).head("work")
    assert started_from is not None
    await coordinator.accept("work")
    await end_turn(client, submitted_in("work"), started_from)
    head = await Sessions(client).head("work")
    assert head is not None
    assert [each.reading for each in head.in_force] == ["confirmed", "clear"]


async def test_undo_goes_back_further_each_time_until_there_is_nothing_before(
    client: Client, coordinator: PlancriticClient
) -> None:
    plans = [f"{start}.000: (noop) [1.000]" for start in range(3)]
    for plan in plans:
        await end_turn(client, submitted_in("work"), await Sessions(client).head("work"), plan=plan)
    undone = await coordinator.undo("work")
    assert (undone.number, undone.plan) == (4, plans[1])
    again = await coordinator.undo("work", undone.id)
    assert (again.number, again.plan, again.parent) == (5, plans[0], None)
    with pytest.raises(ContractError) as refused:
        await coordinator.undo("work")
    assert refused.value.fault.code is FaultCode.NOTHING_TO_UNDO
    with pytest.raises(ContractError) as stale:
        await coordinator.undo("work", undone.id)
    assert stale.value.fault.code is FaultCode.STALE_REVISION
    assert again.id in stale.value.fault.message


async def test_a_branch_may_begin_with_an_older_revision_and_takes_no_session_s_place(
    client: Client, coordinator: PlancriticClient
) -> None:
    for _ in range(2):
        await end_turn(client, submitted_in("work"), await Sessions(client).head("work"))
    first = await Sessions(client).revision("work", "1")
    copy = await coordinator.branch("work", "1", "other")
    assert (copy.plan, copy.restores, copy.parent) == (first.plan, first.id, None)
    with pytest.raises(ContractError, match="session 'other' already exists"):
        await coordinator.branch("work", into="other")
    with pytest.raises(ContractError, match="no revision '9'"):
        await coordinator.branch("work", "9")
    assert (await coordinator.branch("work")).session not in ("work", "other")


async def test_the_newest_revision_is_found_where_the_session_s_entry_lags_behind(client: Client) -> None:
    sessions = Sessions(client)
    first = await sessions.add(revision(entry(SAID), session="work", id=revision_id("work", 1, "a")))
    bucket = await client.kv("sessions")
    before = await bucket.get("default.work")
    assert before is not None
    second = await sessions.add(
        first.model_copy(update={"number": 2, "parent": first.id, "id": revision_id("work", 2, "b")})
    )
    # As if the copy that added it had died before it wrote the entry.
    await bucket.put("default.work", before.value)
    assert await sessions.head("work") == second


async def test_a_result_that_names_no_revision_leaves_the_session_alone(client: Client) -> None:
    submitted = submitted_in("old")
    await end_turn(client, submitted, revision=None, number=None)
    assert await Sessions(client).head("old") is None
    assert await number_of_ends(client, submitted.envelope) == 1


async def test_a_report_refused_under_the_id_of_a_run_is_not_its_end(
    client: Client, coordinator: PlancriticClient
) -> None:
    submitted = submitted_in("reported")
    await Runs(client).begin(submitted)
    run = submitted.envelope
    report = ExecutionProgressed(envelope=run.caused("report"), revision="1-a", time=1.0)
    await client.publish(report, subjects.EXECUTION_PROGRESSED)
    # Again after the broker's window of repetitions: it is another message there, with the same answer.
    again = client.naming.publish(subjects.EXECUTION_PROGRESSED, report.envelope)
    await client.jetstream.publish(again, report.model_dump_json().encode())
    answers: list[Event] = []
    async with aclosing(client.watch(session="reported", subjects=(subjects.FEEDBACK_REFUSED,))) as events:
        with contextlib.suppress(TimeoutError):
            while True:
                answers.append(await asyncio.wait_for(anext(events), 2.0))
    assert {each.message.envelope.causation_id for each in answers} == {report.envelope.message_id}
    assert len({each.message.envelope.message_id for each in answers}) == 1
    assert run.correlation_id not in {each.message.envelope.correlation_id for each in answers}
    state = await Runs(client).state(run.correlation_id)
    assert state is not None and state.state == "running"
