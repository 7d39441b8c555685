"""A run ends once, whoever dies or doubles in between; on a real broker."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.builders import feedback_submitted
from tests.support.feedback_runs import is_recorded, number_of_ends
from tests.support.polling import until

from plancritic.bus import BucketName, Client, Conflict, LeaseLost
from plancritic.bus.durable.ended import ending_of
from plancritic.bus.streams import bucket_name, stream_name
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, GenerationEvaluated
from plancritic.contracts.subjects import Kind
from plancritic.coordinator.runs.records import Runs

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow


def refusal(submitted: FeedbackSubmitted, words: str) -> FeedbackRefused:
    """One of several ends a run might have: each has its own words but the run's one end id."""
    fault = Fault(code=FaultCode.NO_BASE_PLAN, message=words)
    return FeedbackRefused(envelope=submitted.envelope.caused("end"), fault=fault)


class DiesBeforePublishing(Client):
    """A client whose process would be killed at the worst moment: the end is decided but not yet published."""

    async def publish(self, message, subject, after=None):
        raise ConnectionError("killed")


class DiesAfterPublishing(Client):
    """A client whose process would be killed one moment later: nobody notes that the end is published."""

    async def publish(self, message, subject, after=None):
        await super().publish(message, subject, after)
        raise ConnectionError("killed")


@pytest.fixture
def submitted() -> FeedbackSubmitted:
    return feedback_submitted("Go.", envelope=Envelope.start())


async def ends(client: Client, submitted: FeedbackSubmitted) -> list[str]:
    """The words of the run's ends, in order."""
    found = []
    try:
        watched = client.watch(session=submitted.envelope.session_id, subjects=(subjects.FEEDBACK_REFUSED,))
        while True:
            found.append((await asyncio.wait_for(anext(watched), 1.0)).message.fault.message)
    except TimeoutError:
        return found


async def until_forgotten(client: Client) -> None:
    """Return once the broker has forgotten the ids of all events so far: it takes a repetition for another message."""
    newest = feedback_submitted("Go.", envelope=Envelope.start())
    await client.publish(newest, subjects.FEEDBACK_SUBMITTED)

    async def stored_again() -> bool:
        return not (await client.publish(newest, subjects.FEEDBACK_SUBMITTED)).duplicate

    await until(stored_again)


async def test_two_copies_that_end_the_same_run_publish_one_end(client, submitted):
    assert await Runs(client).begin(submitted)
    await asyncio.gather(
        *(Runs(client).end(refusal(submitted, words), subjects.FEEDBACK_REFUSED) for words in ("one", "other"))
    )
    assert len(await ends(client, submitted)) == 1


async def test_a_copy_that_comes_late_with_another_end_changes_nothing(client, submitted):
    await Runs(client).begin(submitted)
    await Runs(client).end(refusal(submitted, "first"), subjects.FEEDBACK_REFUSED)
    await Runs(client).end(refusal(submitted, "late"), subjects.FEEDBACK_REFUSED)
    assert await ends(client, submitted) == ["first"]


async def test_an_end_decided_by_a_copy_that_died_is_published_by_the_next(client, submitted):
    dying = DiesBeforePublishing(client.connection, client.settings)
    await Runs(dying).begin(submitted)
    with pytest.raises(ConnectionError):
        await Runs(dying).end(refusal(submitted, "decided"), subjects.FEEDBACK_REFUSED)
    assert await number_of_ends(client, submitted.envelope) == 0
    assert not await Runs(client).begin(submitted)
    assert await ends(client, submitted) == ["decided"]
    assert not await Runs(client).begin(submitted)
    assert await ends(client, submitted) == ["decided"]


async def test_an_end_is_published_once_although_another_run_of_its_session_ended_after_it(client, submitted):
    stream = (await client.jetstream.stream_info(stream_name(client.naming, Kind.EVENT))).config
    await client.jetstream.update_stream(stream.evolve(duplicate_window=0.1))
    dying = DiesAfterPublishing(client.connection, client.settings)
    await Runs(dying).begin(submitted)
    with pytest.raises(ConnectionError):
        await Runs(dying).end(refusal(submitted, "first"), subjects.FEEDBACK_REFUSED)
    later = feedback_submitted("Go.", envelope=Envelope.start(session_id=submitted.envelope.session_id))
    lost = feedback_submitted("Go.", envelope=Envelope.start(session_id=submitted.envelope.session_id))
    await Runs(client).begin(later)
    await Runs(client).end(refusal(later, "second"), subjects.FEEDBACK_REFUSED)
    await until_forgotten(client)
    assert not await Runs(client).begin(submitted)
    assert await ends(client, submitted) == ["first", "second"]
    assert not await is_recorded(client, refusal(lost, "never sent"), subjects.FEEDBACK_REFUSED)


async def test_workers_know_of_a_run_s_end_before_anybody_is_told_of_it(client, submitted):
    class Watches(Client):
        async def publish(self, message, subject, after=None):
            assert await ending_of(client, submitted.envelope) == "refused"
            return await super().publish(message, subject, after)

    watching = Watches(client.connection, client.settings)
    await Runs(watching).begin(submitted)
    assert await ending_of(client, submitted.envelope) is None
    await Runs(watching).end(refusal(submitted, "over"), subjects.FEEDBACK_REFUSED)
    assert await ends(client, submitted) == ["over"]


async def test_a_run_ends_although_its_end_cannot_be_noted_for_workers(client, submitted):
    await Runs(client).begin(submitted)
    await client.jetstream.delete_stream(f"KV_{bucket_name(client.naming, BucketName.ENDED)}")
    await Runs(client).end(refusal(submitted, "over"), subjects.FEEDBACK_REFUSED)
    assert await ends(client, submitted) == ["over"]


async def test_feedback_that_uses_a_run_s_id_again_does_not_end_that_run(client, submitted):
    await Runs(client).begin(submitted)
    again = submitted.envelope.model_copy(update={"message_id": "another"})
    await Runs(client).refuse(Fault(code=FaultCode.INVALID_MESSAGE, message="no"), again)
    assert await ending_of(client, submitted.envelope) is None


async def test_a_run_that_was_not_ended_may_be_begun_again(client, submitted):
    assert await Runs(client).begin(submitted)
    assert await Runs(client).begin(submitted)


class NotesConflicts(Client):
    """A client whose notes always come second to another copy's."""

    async def kv(self, bucket):
        kept = await super().kv(bucket)

        async def update(key: str, value: bytes, revision: int) -> int:
            raise Conflict(kept.name, key)

        kept.update = update
        return kept


async def test_progress_that_cannot_be_noted_does_not_touch_the_run(client, submitted):
    await Runs(client).begin(submitted)
    other = NotesConflicts(client.connection, client.settings)
    await Runs(other).advance(
        GenerationEvaluated(
            envelope=submitted.envelope.caused(),
            generation=1,
            of=3,
            individuals=1,
            verdicts={"plan": 1},
            from_cache=0,
            best_adherence=0.5,
            mean_adherence=0.5,
            best_specification=(),
            elapsed_seconds=1.0,
        )
    )
    report = await Runs(client).report(submitted.envelope.correlation_id)
    assert [(run.state, run.generation) for run in report.runs] == [("running", 0)]


class StallsBeforePublishing(Client):
    """A client whose process stands still when everything is checked, and the end is about to be sent."""

    def __init__(self, client: Client) -> None:
        super().__init__(client.connection, client.settings)
        self.stalled, self.woken = asyncio.Event(), asyncio.Event()

    async def publish(self, message, subject, after=None):
        self.stalled.set()
        await self.woken.wait()
        return await super().publish(message, subject, after)


async def test_a_copy_that_wakes_up_when_its_end_was_published_by_another_publishes_nothing(client, submitted):
    """Also where the broker has forgotten the end's id, and another end of the session has come since."""
    stream = (await client.jetstream.stream_info(stream_name(client.naming, Kind.EVENT))).config
    await client.jetstream.update_stream(stream.evolve(duplicate_window=0.1))
    stalling = StallsBeforePublishing(client)
    await Runs(client).begin(submitted)
    ending = asyncio.create_task(Runs(stalling).end(refusal(submitted, "decided"), subjects.FEEDBACK_REFUSED))
    await stalling.stalled.wait()
    assert not await Runs(client).begin(submitted), "the other copy finds the end decided, and publishes it"
    later = feedback_submitted("Go.", envelope=Envelope.start(session_id=submitted.envelope.session_id))
    await Runs(client).begin(later)
    await Runs(client).end(refusal(later, "second"), subjects.FEEDBACK_REFUSED)
    await until_forgotten(client)
    stalling.woken.set()
    await ending
    assert await ends(client, submitted) == ["decided", "second"]


async def test_a_copy_with_an_older_lease_ends_nothing(client, submitted):
    runs = Runs(client)
    await runs.begin(submitted)
    assert await runs.hold(submitted.envelope.correlation_id, 7)
    assert await runs.hold(submitted.envelope.correlation_id, 9)
    with pytest.raises(LeaseLost):
        await runs.hold(submitted.envelope.correlation_id, 7)
    with pytest.raises(LeaseLost):
        await runs.end(refusal(submitted, "stale"), subjects.FEEDBACK_REFUSED, 7)
    await runs.end(refusal(submitted, "of the newest"), subjects.FEEDBACK_REFUSED, 9)
    assert await ends(client, submitted) == ["of the newest"]
