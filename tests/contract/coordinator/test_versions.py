"""The end of a run in every version of its message: each once, whoever dies in between; on a real broker."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest
from nats.js.api import StreamConfig
from tests.support.builders import feedback_submitted, plan_revised, statement
from tests.support.feedback_runs import end_of, number_of_ends, submit

from plancritic.bus import Client
from plancritic.bus.streams import stream_name
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.feedback import PlanRevised, PlanRevisedV1, StatementOutcome
from plancritic.contracts.subjects import Kind, Subject
from plancritic.coordinator.runs.records import Runs

#: Each takes several seconds: in test-all.
pytestmark = pytest.mark.slow

VERSIONS = (subjects.PLAN_REVISED_V1, subjects.PLAN_REVISED)
OUTCOME = StatementOutcome(
    statement=statement(), verdict="unconfirmed", adherence=None, doubt="That is 60% likely.", constraints=("(c)",)
)


class DiesAfterTheFirst(Client):
    """A client whose process would be killed once it has published one event."""

    async def publish(self, message: Message, subject: Subject, after: int | None = None) -> None:
        await super().publish(message, subject, after)
        raise ConnectionError("killed")


async def told(client: Client, session: str, quiet: float = 0.5) -> list[Message]:
    """The ends that the recording has of a session, in every version, once nothing has come for a while."""
    found: list[Message] = []
    try:
        async with aclosing(client.watch(session=session, subjects=VERSIONS)) as events:
            while True:
                found.append((await asyncio.wait_for(anext(events), quiet)).message)
    except TimeoutError:
        return found


def differing(one: Message, other: Message) -> set[str]:
    first, second = one.model_dump(mode="json"), other.model_dump(mode="json")
    assert first.keys() == second.keys()
    return {name for name in first if first[name] != second[name]}


async def test_an_end_is_told_once_in_each_version_and_only_the_newer_knows_unconfirmed(client: Client) -> None:
    submitted = feedback_submitted("Go.", envelope=Envelope.start())
    session = submitted.envelope.session_id
    await Runs(client).begin(submitted)
    await Runs(client).end(plan_revised(OUTCOME, envelope=submitted.envelope.caused("end")), subjects.PLAN_REVISED)
    older, newer = await told(client, session)
    assert isinstance(older, PlanRevisedV1) and isinstance(newer, PlanRevised)
    assert differing(older, newer) == {"envelope", "statements"}
    assert (older.statements[0].verdict, newer.statements[0].verdict) == ("disputed", "unconfirmed")
    assert differing(older.statements[0], newer.statements[0]) == {"verdict"}
    assert differing(older.envelope, newer.envelope) == {"message_id", "schema_version", "traceparent"}
    # Nobody who sees the first can claim the id of the next: that is keyed with what only the record holds.
    assert newer.envelope.message_id != older.envelope.message_id


@pytest.mark.parametrize("row", [subjects.PLAN_REVISED, subjects.PLAN_REVISED_V1], ids=["v2", "v1"])
async def test_an_end_that_is_told_twice_in_one_version_is_counted(row: Subject, client: Client) -> None:
    """The tests of runs count ends: a second one must not hide in a version that nobody looks at."""
    submitted = feedback_submitted("Go.", envelope=Envelope.start())
    end = plan_revised(OUTCOME, envelope=submitted.envelope.caused("end"))
    await Runs(client).begin(submitted)
    await Runs(client).end(end, subjects.PLAN_REVISED)
    assert await number_of_ends(client, submitted.envelope, quiet=0.3) == 1
    message = end if row is subjects.PLAN_REVISED else end.as_earlier_version()
    await client.publish(
        message.model_copy(update={"envelope": submitted.envelope.caused().in_version(row.version)}), row
    )
    with pytest.raises(AssertionError, match="is not told as often in each version"):
        await number_of_ends(client, submitted.envelope, quiet=0.3)


async def test_a_copy_that_died_between_two_versions_leaves_the_other_one_to_the_next(client: Client) -> None:
    stream: StreamConfig = (await client.jetstream.stream_info(stream_name(client.naming, Kind.EVENT))).config
    await client.jetstream.update_stream(stream.evolve(duplicate_window=0.1))
    submitted = feedback_submitted("Go.", envelope=Envelope.start())
    dying = DiesAfterTheFirst(client.connection, client.settings)
    await Runs(dying).begin(submitted)
    end = plan_revised(OUTCOME, envelope=submitted.envelope.caused("end"))
    with pytest.raises(ConnectionError):
        await Runs(dying).end(end, subjects.PLAN_REVISED)
    assert [type(each) for each in await told(client, submitted.envelope.session_id)] == [PlanRevisedV1]
    # Past the time in which the broker drops a repetition.
    assert not await Runs(client).begin(submitted)
    assert not await Runs(client).begin(submitted)
    assert [type(each) for each in await told(client, submitted.envelope.session_id)] == [PlanRevisedV1, PlanRevised]
    state = await Runs(client).state(submitted.envelope.correlation_id)
    assert state is not None and state.state == "ended"


async def test_a_client_of_version_1_reads_the_end_of_a_run_and_ours_the_newer_one_alone(haulage: Client) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def on_end(message: object) -> None:
        await heard.put(message.data)  # type: ignore[attr-defined]

    # As a program does it that was written for version 1.
    naming = haulage.naming
    await haulage.connection.subscribe(f"{naming.namespace}.v1.{naming.tenant}.event.plan.revised.old", cb=on_end)
    envelope = await submit(
        haulage, "I want van 1 to end up at the mill.", domain="haulage", session="old", settings={"seed": 1}
    )
    end = await end_of(haulage, envelope, limit=60)
    assert isinstance(end, PlanRevised)
    assert [each.verdict for each in end.statements] == ["unconfirmed"]
    older = PlanRevisedV1.model_validate_json(await asyncio.wait_for(heard.get(), 10))
    assert (older.envelope.schema_version, older.plan) == (1, end.plan)
    assert [each.verdict for each in older.statements] == ["disputed"]
    assert heard.empty()
    async with aclosing(haulage.watch(session="old")) as events:
        rows = []
        async for event in events:
            rows.append(event.subject)
            if event.subject.name == subjects.PLAN_REVISED.name:
                break
    assert rows[-1] is subjects.PLAN_REVISED
