"""A file of rows keeps what was measured, and refuses what is not its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.laboratory.row_file import RowFile


def numbers(path: Path) -> RowFile[int]:
    return RowFile(path, int, str, "this is no number")


def test_rows_are_on_the_disk_as_soon_as_they_are_added(tmp_path: Path) -> None:
    file = numbers(tmp_path / "kept" / "rows")
    assert file.read() == ()
    for each in (1, 2):
        file.add(each)
        assert numbers(file.path).read()[-1] == each
    file.replace([3])
    assert file.read() == (3,)
    assert list(file.path.parent.iterdir()) == [file.path]


def test_a_line_that_was_cut_off_is_dropped_from_the_file_too(tmp_path: Path) -> None:
    file = numbers(tmp_path / "rows")
    file.path.write_text("1\n2\n3")
    assert file.read() == (1, 2)
    assert file.path.read_text() == "1\n2\n"


def test_a_line_that_is_no_row_is_refused_by_its_number(tmp_path: Path) -> None:
    file = numbers(tmp_path / "rows")
    file.path.write_text("1\none\n")
    with pytest.raises(ContractError, match="this is no number") as refused:
        file.read()
    fault = refused.value.fault
    assert (fault.code, fault.line, fault.file) == (FaultCode.SYNTAX_ERROR, 2, str(file.path))
    assert "--rows" in (fault.remedy or "")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="cannot be read"):
        numbers(tmp_path).read()
