"""Counters have as many labels as the table of subjects has rows, however many runs there are."""

from __future__ import annotations

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from plancritic.bus.observability.destinations import destination, message_counters
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.rows import Kind, Naming
from plancritic.contracts.subjects import SUBJECTS


@pytest.mark.parametrize("namespace", ["plancritic", "replay-1"])
def test_every_subject_counts_for_its_row(namespace: str) -> None:
    naming = Naming(namespace, "fleet")
    for row in SUBJECTS:
        job = "job-1" if row.kind is Kind.RESULT else None
        assert destination(naming.publish(row, Envelope.start(), job)) == row.name


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        ("_INBOX.abc.def", "reply"),
        ("_INBOX_client.x.y.z", "reply"),
        ("$JS.API.INFO", "other"),
        ("plancritic.v1.default.dead_letter.job.planner.solve", "other"),
        ("plancritic.v1", "other"),
        ("", "other"),
    ],
)
def test_what_is_no_row_counts_together(subject: str, name: str) -> None:
    assert destination(subject) == name


def test_the_names_of_faststreams_counters_stay() -> None:
    registry = CollectorRegistry()
    message_counters(registry, "planner")
    text = generate_latest(registry).decode()
    assert "faststream_received_messages_total" in text
    assert "faststream_published_messages_total" in text
