"""The lines of a recording."""

from __future__ import annotations

import json

import pytest
from tests.support.builders import feedback_submitted
from tests.support.recorded_events import BEGUN, header, recorded

from plancritic.contracts.subjects import FEEDBACK_SUBMITTED
from plancritic.recorder.recording import (
    InvalidLine,
    RecordedEvent,
    event_line,
    header_line,
    read_event,
    read_header,
)

SUBJECT = "v1.default.event.feedback.submitted.session-1"


def test_a_header_comes_back_as_it_was_written() -> None:
    assert read_header(header_line(header(3))) == header(3)


def test_an_event_comes_back_as_it_was_written() -> None:
    event = recorded(7, FEEDBACK_SUBMITTED, feedback_submitted("Go."))
    read = read_event(event_line(event))
    assert (read.sequence, read.time, read.subject) == (7, event.time, SUBJECT)
    assert read.content() == json.loads(event.payload)
    assert (read.row, read.session) == ("v1.event.feedback.submitted", "session-1")


def test_headers_of_the_broker_and_of_replies_are_left_out() -> None:
    headers = {"Nats-Msg-Id": "m", "traceparent": "t", "Nats-Expected-Stream": "x", "reply_to": "_INBOX.1"}
    read = read_event(event_line(RecordedEvent(1, BEGUN, SUBJECT, b"{}", headers)))
    assert dict(read.headers) == {"Nats-Msg-Id": "m", "traceparent": "t"}


@pytest.mark.parametrize("payload", [b'{"a":\n 1}', b"no JSON", b"\xff\xfe", b"", b'{"n": 1' + b"0" * 40 + b"}"])
def test_a_payload_of_any_kind_takes_one_line(payload: bytes) -> None:
    line = event_line(RecordedEvent(1, BEGUN, SUBJECT, payload))
    assert line.count(b"\n") == 1
    read = read_event(line).payload
    try:
        assert json.loads(read) == json.loads(payload)
    except ValueError:
        assert read == payload


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "not a header"),
        (b"[]", "not a header"),
        (b'{"format": "other"}', "not a header"),
        (b'{"format": "plancritic-recording", "version": 2}', "format version 2"),
        (b'{"format": "plancritic-recording", "version": 1}', "namespace"),
    ],
)
def test_a_first_line_that_is_no_header_is_refused_with_the_reason(line: bytes, why: str) -> None:
    with pytest.raises(InvalidLine, match=why):
        read_header(line)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"sequence": 0}, "sequence"),
        ({"time": "yesterday"}, "time"),
        ({"subject": "v1.default.job.planner.solve.s"}, "subject"),
        ({"subject": "plancritic.v1.default.event.plan.revised.s"}, "subject"),
        ({"payload": None, "payload_base64": 3}, "base64"),
        ({"headers": "none"}, "headers"),
    ],
)
def test_a_line_that_is_no_event_is_refused_with_the_field(changed: dict[str, object], why: str) -> None:
    fields = {"sequence": 1, "time": BEGUN.isoformat(), "subject": SUBJECT, "payload": {}} | changed
    if fields["payload"] is None:
        del fields["payload"]
    with pytest.raises(InvalidLine, match=why):
        read_event(json.dumps(fields).encode())
    with pytest.raises(InvalidLine, match="not valid JSON"):
        read_event(json.dumps(fields).encode()[:-1])


def test_a_line_that_is_nested_too_deeply_is_told_without_words_of_python() -> None:
    with pytest.raises(InvalidLine, match="nested too deeply") as refused:
        read_event(b'{"payload":' + b"[" * 200_000 + b"]" * 200_000 + b"}")
    assert "recursion" not in str(refused.value)
