"""What the commands that make data refuse before their work, and how they end after it."""

from __future__ import annotations

import errno
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from tests.support.scored_data import turns

from plancritic.adherence.dataset import Dataset, read_dataset
from plancritic.adherence.model_card import DataCard
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.command_line.root import run_program
from plancritic.domains.folder import load_folder
from plancritic.laboratory.adherence.training.commands.inputs import check_writable, warn_where_changed
from plancritic.laboratory.adherence.training.data import recorded_data
from plancritic.laboratory.adherence.training.errors import NotEnoughData


def test_a_place_that_can_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    check_writable(tmp_path / "new" / "deeper" / "data.jsonl.gz")
    check_writable(tmp_path / "new", folder=True)
    check_writable(tmp_path, folder=True)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("place", "folder", "said"),
    [
        ("there", False, "is a folder"),
        ("file", True, "is a file"),
        ("file/data.jsonl", False, "Not a directory"),
        ("file/model", True, "Not a directory"),
        ("/proc/data.jsonl", False, "cannot be written"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path, place: str, folder: bool, said: str) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("kept")

    with pytest.raises(CommandFault, match=said) as refused:
        check_writable(tmp_path / place, folder)

    assert refused.value.exit_code == ExitCode.BAD_INPUT
    assert "--out" in str(refused.value.fault.remedy)
    assert (tmp_path / "file").read_text() == "kept"


class Making:
    """Stands in for the work of a command: it is counted, and ends as it is told."""

    def __init__(self, ends: Dataset | Exception) -> None:
        self.ends = ends
        self.times = 0

    async def __call__(self, *_: object) -> Dataset:
        self.times += 1
        if isinstance(self.ends, Exception):
            raise self.ends
        return self.ends


def make(monkeypatch: pytest.MonkeyPatch, ends: Dataset | Exception, out: Path, *options: str) -> tuple[int, int]:
    """The exit code of `data recorded`, and how often it did its work."""
    making = Making(ends)
    monkeypatch.setattr(recorded_data, "make_recorded_data", making)
    return run_program(["data", "recorded", "--domain", "satellite", "--out", str(out), *options]), making.times


def test_the_card_is_printed_as_json_and_progress_goes_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(monkeypatch, turns(), tmp_path / "data.jsonl", "--json") == (ExitCode.DONE, 1)

    printed = capsys.readouterr()
    assert DataCard.model_validate(json.loads(printed.out)) == turns().card
    assert "wrote" in printed.err
    assert read_dataset(tmp_path / "data.jsonl").examples == turns().examples


def test_no_work_is_done_for_a_file_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(monkeypatch, turns(), tmp_path) == (ExitCode.BAD_INPUT, 0)
    assert "is a folder" in capsys.readouterr().err


def test_a_disk_that_fills_up_meanwhile_is_told_in_one_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def write(self: Dataset, path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Dataset, "write", write)

    assert make(monkeypatch, turns(), tmp_path / "data.jsonl") == (ExitCode.BAD_INPUT, 1)
    said = " ".join(capsys.readouterr().err.split())
    assert "No space left on device" in said and "remedy: make room" in said


def test_too_little_data_is_bad_input_and_a_fault_of_the_program_is_not_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(monkeypatch, NotEnoughData("nothing is left"), tmp_path / "d.jsonl") == (ExitCode.BAD_INPUT, 1)
    assert "nothing is left" in capsys.readouterr().err

    with pytest.raises(ValueError, match="operands could not be broadcast"):
        make(monkeypatch, ValueError("operands could not be broadcast"), tmp_path / "d.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_data_of_another_version_of_the_folder_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    bundle, console = load_folder("satellite"), Console(soft_wrap=True)
    dataset = turns()
    same = replace(dataset, card=dataset.card.model_copy(update={"bundle": bundle.folder_sha256}))

    warn_where_changed(bundle, same, Path("data.jsonl.gz"), console)
    assert capsys.readouterr().out == ""

    other = replace(dataset, card=dataset.card.model_copy(update={"bundle": "0" * 64}))
    warn_where_changed(bundle, other, Path("data.jsonl.gz"), console)
    printed = capsys.readouterr().out
    assert printed.startswith(
        "note: data.jsonl.gz was made of another version of the domain folder 'satellite' (000000000000"
    )
    assert bundle.folder_sha256[:12] in printed
