"""Recordings as files: whole or not at all, and what is wrong with one is told with its line."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.builders import feedback_submitted
from tests.support.recorded_events import events_of, header, recorded, write_recording

from plancritic.contracts.errors import FaultCode
from plancritic.contracts.subjects import FEEDBACK_SUBMITTED
from plancritic.recorder.errors import FileExists, InvalidRecording, UnwritableFile
from plancritic.recorder.recording import event_line, header_line
from plancritic.recorder.recording_file import RecordingWriter

EVENTS = [recorded(number, FEEDBACK_SUBMITTED, feedback_submitted(f"Statement {number}.")) for number in (1, 2, 5)]
LINES = [header_line(header(3)), *map(event_line, EVENTS)]


@pytest.mark.parametrize("name", ["plain.jsonl", "compressed.jsonl.zst"])
def test_what_is_written_is_read_again_and_nothing_else_is_left(tmp_path: Path, name: str) -> None:
    file = write_recording(tmp_path / name, EVENTS)
    assert [event.content() for event in events_of(file)] == [event.content() for event in EVENTS]
    assert [each.name for each in tmp_path.iterdir()] == [name]
    assert file.read_bytes().startswith(b"{") is not name.endswith(".zst")


def test_a_compressed_file_is_known_by_its_content(tmp_path: Path) -> None:
    file = write_recording(tmp_path / "a.jsonl.zst", EVENTS).rename(tmp_path / "b.jsonl")
    assert len(events_of(file)) == 3


def test_a_file_that_is_there_is_replaced_only_where_that_is_wanted(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text("precious")
    with pytest.raises(FileExists):
        RecordingWriter(file)
    assert file.read_text() == "precious"
    write_recording(file, EVENTS)
    assert len(events_of(file)) == 3


def test_an_interrupted_export_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text("precious")
    with pytest.raises(KeyboardInterrupt), RecordingWriter(file, overwrite=True) as writer:
        writer.add(EVENTS[0])
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_text() == "precious"


def test_a_folder_and_a_file_in_no_folder_cannot_be_written(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "nowhere" / "a.jsonl"):
        with pytest.raises(UnwritableFile) as caught:
            RecordingWriter(file, overwrite=True)
        assert caught.value.fault.file == str(file)


@pytest.mark.parametrize(
    ("content", "line", "why"),
    [
        (b"", None, "empty"),
        (b"# A README\n", 1, "not a header"),
        (LINES[0][:-1], 1, "truncated"),
        (b"".join(LINES[:3]), 3, "truncated: it ends after 2 of 3"),
        (b"".join(LINES)[:-9], 4, "truncated"),
        (b"".join([LINES[0], LINES[1], b"{}\n"]), 3, "not an event"),
        (b"".join([LINES[0], LINES[2], LINES[1]]), 3, "comes after"),
        (b"".join([header_line(header(2)), *LINES[1:]]), 4, "there are more"),
    ],
)
def test_a_file_that_is_no_whole_recording_is_refused_with_its_line(
    tmp_path: Path, content: bytes, line: int | None, why: str
) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(content)
    with pytest.raises(InvalidRecording, match=why) as caught:
        events_of(file)
    fault = caught.value.fault
    assert (fault.code, fault.file, fault.line) == (FaultCode.INVALID_MESSAGE, str(file), line)
    assert fault.remedy


@pytest.mark.parametrize(
    "damaged", [lambda content: content[:-20], lambda content: content[:40] + b"\0" * 40 + content[80:]]
)
def test_a_damaged_compressed_file_is_refused(tmp_path: Path, damaged: Callable[[bytes], bytes]) -> None:
    file = write_recording(tmp_path / "a.jsonl.zst", EVENTS)
    file.write_bytes(damaged(file.read_bytes()))
    with pytest.raises(InvalidRecording):
        events_of(file)


def test_a_missing_file_a_folder_and_a_pipe_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for file in (tmp_path / "missing", tmp_path, tmp_path / "pipe"):
        with pytest.raises(InvalidRecording):
            events_of(file)
