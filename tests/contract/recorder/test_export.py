"""Events of a real broker, exported."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.support.builders import WATERWAY, feedback_submitted, plan_revised, untraced
from tests.support.recorded_events import events_of

from plancritic.bus import BusSettings, Client, NotProvisioned
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.contracts.identifiers import AmbiguousIdentifier
from plancritic.contracts.subjects import FEEDBACK_SUBMITTED, PLAN_REVISED
from plancritic.recorder.errors import NothingRecorded
from plancritic.recorder.event_stream import Start, read_events
from plancritic.recorder.exporting import export
from plancritic.recorder.recording import Selection


async def published(client: Client, *sessions: str, domain: str = "waterway") -> list[Message]:
    """Feedback in each of these sessions, and its end."""
    sent: list[Message] = []
    for session in sessions:
        said = feedback_submitted("Go.", envelope=Envelope.start(session), domain=domain)
        end = plan_revised(envelope=said.envelope.caused("end"), problem=WATERWAY.model_copy(update={"domain": domain}))
        await client.publish(said, FEEDBACK_SUBMITTED)
        await client.publish(end, PLAN_REVISED)
        sent += [said, end]
    return sent


async def test_what_was_published_is_in_the_file_without_the_namespace(client: Client, tmp_path: Path) -> None:
    sent = await published(client, "one", "two")
    exported = await export(client, Selection(), tmp_path / "a.jsonl.zst")
    events = events_of(tmp_path / "a.jsonl.zst")
    contents = [event.content() for event in events]
    for content in contents:
        content["envelope"]["traceparent"] = ""
    assert contents == [json.loads(untraced(each).model_dump_json()) for each in sent]
    assert [event.sequence for event in events] == [1, 2, 3, 4]
    assert events[0].subject == "v1.default.event.feedback.submitted.one"
    assert client.naming.namespace not in events[0].subject
    assert events[0].headers["Nats-Msg-Id"] == sent[0].envelope.message_id
    assert (exported.header.events, exported.header.namespace) == (4, client.naming.namespace)
    assert exported.bytes == (tmp_path / "a.jsonl.zst").stat().st_size


async def test_a_session_is_named_by_its_beginning_and_a_whole_id_comes_first(client: Client, tmp_path: Path) -> None:
    await published(client, "work-2", "work", "other")
    for named, session in (("oth", "other"), ("work", "work"), ("work-", "work-2")):
        exported = await export(client, Selection(session=named), tmp_path / "a.jsonl", overwrite=True)
        assert exported.header.selection.session == session
        assert {event.session for event in events_of(tmp_path / "a.jsonl")} == {session}
    with pytest.raises(AmbiguousIdentifier):
        await export(client, Selection(session="wor"), tmp_path / "b.jsonl")
    with pytest.raises(NothingRecorded, match="nobody"):
        await export(client, Selection(session="nobody"), tmp_path / "b.jsonl")
    assert not (tmp_path / "b.jsonl").exists()


async def test_a_domain_s_events_are_those_of_its_runs(client: Client, tmp_path: Path) -> None:
    await published(client, "one")
    await published(client, "two", domain="satellite")
    await export(client, Selection(domain="waterway"), tmp_path / "a.jsonl")
    assert {event.session for event in events_of(tmp_path / "a.jsonl")} == {"one"}


async def test_only_what_came_between_two_moments_is_taken(client: Client, tmp_path: Path) -> None:
    moments = []
    for session in ("one", "two", "three"):
        await published(client, session)
        await asyncio.sleep(0.05)
        moments.append(datetime.now(UTC))
        await asyncio.sleep(0.05)
    exported = await export(client, Selection(since=moments[0], until=moments[1]), tmp_path / "a.jsonl")
    assert {event.session for event in events_of(tmp_path / "a.jsonl")} == {"two"}
    assert (exported.first.sequence, exported.last.sequence) == (3, 4)


async def test_nothing_recorded_is_told_and_nothing_is_written(client: Client, tmp_path: Path) -> None:
    with pytest.raises(NothingRecorded):
        await export(client, Selection(), tmp_path / "a.jsonl")
    assert not (tmp_path / "a.jsonl").exists()


async def test_reading_starts_where_it_is_told_and_says_how_many_are_left(client: Client) -> None:
    await published(client, "one", "two")
    read = [each async for each in read_events(client, Start(sequence=3))]
    assert [(each.event.sequence, each.left) for each in read] == [(3, 1), (4, 0)]
    assert [each async for each in read_events(client, Start(sequence=99))] == []


async def test_what_another_tenant_says_is_not_read(client: Client, bus_settings: BusSettings) -> None:
    await published(client, "one")
    other = bus_settings.model_copy(update={"tenant": "other"})
    async with Client.connect(other, "test") as stranger:
        said: FeedbackSubmitted = feedback_submitted("Secret.", envelope=Envelope.start("one"))
        await stranger.publish(said, FEEDBACK_SUBMITTED)
    assert len([each async for each in read_events(client)]) == 2


async def test_without_streams_the_remedy_is_told(bus_settings: BusSettings) -> None:
    bare = bus_settings.model_copy(update={"namespace": "nobody-made-this"})
    async with Client.connect(bare, "test") as client:
        with pytest.raises(NotProvisioned):
            [each async for each in read_events(client)]
