"""The one reader of files that people hand in."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from plancritic.command_line.exit_codes import CommandFault
from plancritic.command_line.input_files import read_text_file
from plancritic.contracts.errors import ContractError
from plancritic.domains import DomainError
from plancritic.domains.descriptions import read_description
from plancritic.domains.descriptions.recorded_answers import read_recorded_answers
from plancritic.domains.files import read_text as read_domain_text
from plancritic.laboratory.feedback.suites import suite_lines
from plancritic.paths.regular_files import UnreadableFileError, read_text
from plancritic.recorder.recording_file import opened_recording


def _opened(file: Path) -> None:
    with opened_recording(file) as recording:
        list(recording.events())


def _recorded(file: Path) -> None:
    read_recorded_answers(file.parent)


#: Every reader of a file that a person names.
READERS: dict[str, Callable[[Path], object]] = {
    "any text": lambda file: read_text(file, 1000),
    "PDDL, plans, constraints, state": lambda file: read_text_file(file, "plan"),
    "domain folders": read_domain_text,
    "descriptions": read_description,
    "recorded answers": _recorded,
    "suites": lambda file: list(suite_lines(file)),
    "recordings": _opened,
}


@pytest.mark.parametrize("reader", sorted(READERS))
@pytest.mark.parametrize("kind", ["endless device", "pipe", "folder"])
def test_no_reader_reads_what_may_never_end(reader: str, kind: str, tmp_path: Path) -> None:
    file = tmp_path / "01.md"
    if kind == "endless device":
        file.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        file.mkdir()
    with pytest.raises((UnreadableFileError, CommandFault, ContractError, DomainError)):
        READERS[reader](file)


def test_more_than_the_limit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("x" * 1001)
    with pytest.raises(UnreadableFileError, match="larger than 1000 bytes"):
        read_text(file, 1000)


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(b"\xef\xbb\xbf(define\r\n)")
    assert read_text(file, 1000) == "(define\n)"


def test_a_feedback_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "suite.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"domain": "waterway"}\n')
    assert list(suite_lines(file)) == [(1, {"domain": "waterway"})]
