"""Recorded events and outcomes with sensible contents; name what the test is about, leave the rest."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from plancritic.contracts.envelope import Message
from plancritic.contracts.subjects import Naming, Subject
from plancritic.recorder.outcomes import Result, StatementResult, Step
from plancritic.recorder.recording import RecordedEvent, RecordingHeader
from plancritic.recorder.recording_file import RecordingWriter, opened_recording

BEGUN = datetime(2030, 1, 1, tzinfo=UTC)
SHIPPED = {
    domain: Path(__file__).resolve().parents[2] / "domains" / domain / "recordings" / "conversations.jsonl"
    for domain in ("waterway", "satellite")
}


def recorded(sequence: int, row: Subject, message: Message) -> RecordedEvent:
    """An event that came `sequence` seconds after the beginning."""
    subject = Naming().publish(row, message.envelope).removeprefix("plancritic.")
    body = message.model_dump_json().encode()
    return RecordedEvent(sequence, BEGUN + timedelta(seconds=sequence), subject, body)


def header(events: int) -> RecordingHeader:
    """The header of a recording of so many events."""
    return RecordingHeader(namespace="plancritic", tenant="default", exported=BEGUN, events=events)


def write_recording(file: Path, events: Iterable[RecordedEvent]) -> Path:
    """Write a recording of these events."""
    with RecordingWriter(file, overwrite=True) as writer:
        for event in events:
            writer.add(event)
        writer.finish(header(writer.count))
    return file


def events_of(file: Path) -> list[RecordedEvent]:
    """Every event of a recording."""
    with opened_recording(file) as recording:
        return list(recording.events())


def statement_result(verdict: str = "adhered", name: str = "s1", *constraints: str) -> StatementResult:
    """What came of a statement."""
    return StatementResult(name, f"Statement {name}.", verdict, frozenset(constraints or ("(sometime (p))",)))


def result(*statements: StatementResult, ends: Iterable[float] = (1.0, 2.0), **changes: str) -> Result:
    """A plan with a step that begins at 0 for each of these ends."""
    steps = tuple(sorted(Step(0.0, end, f"(act {number})") for number, end in enumerate(ends)))
    return Result(statements, steps, frozenset({"(sometime (p))"}), **changes)
