"""Whatever is published as an event comes back from its line."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples

from plancritic.recorder.recording import RecordedEvent, event_line, read_event

tokens = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
payloads = st.one_of(st.binary(max_size=200), json_values.map(lambda value: json.dumps(value, indent=1).encode()))


@settings(max_examples=examples(300))
@given(
    st.integers(1, 2**63),
    st.datetimes(min_value=datetime(2000, 1, 1), timezones=st.just(UTC)),
    tokens,
    tokens,
    payloads,
)
def test_an_event_comes_back_from_its_one_line(
    sequence: int, time: datetime, tenant: str, session: str, payload: bytes
) -> None:
    event = RecordedEvent(sequence, time, f"v1.{tenant}.event.plan.revised.{session}", payload, {"Nats-Msg-Id": "m"})
    line = event_line(event)
    read = read_event(line)
    assert line.count(b"\n") == 1
    assert (read.sequence, read.time, read.subject, read.headers) == (sequence, time, event.subject, event.headers)
    try:
        written = json.loads(payload)
    except ValueError:
        assert read.payload == payload
    else:
        assert json.loads(read.payload) == written
