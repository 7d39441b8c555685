"""Rows on the disk."""

from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.refiner.evaluation.rows import RowFile, RunKey, RunRow, StartRow, latest


def row(pipeline: str, start: int = 1, **more: object) -> RunRow:
    told = StartRow(number=start, seed=10_000 + start, faults=("climb: effect (at ?h ?to) is missing",))
    made = RunRow(domain="hiking", seed=1, start=told, pipeline=pipeline, proposer="symbolic")
    return made.model_copy(update=more)


def test_what_was_added_is_read(tmp_path: Path) -> None:
    file = RowFile(tmp_path / "kept" / "rows.jsonl")
    assert file.read() == ()
    rows = (row("N", hde=0.25), row("VS", failure="ValueError: no"), row("VS", hde=1.0, perfect=True))
    for each in rows:
        file.add(each)
    assert file.read() == rows
    assert latest(rows) == {RunKey("hiking", 1, 1, "N"): rows[0], RunKey("hiking", 1, 1, "VS"): rows[2]}


def test_a_line_that_was_cut_off_is_dropped_and_others_follow_it(tmp_path: Path) -> None:
    file = RowFile(tmp_path / "rows.jsonl")
    file.add(row("N"))
    with file.path.open("a") as text:
        text.write('{"domain": "hik')
    assert file.read() == (row("N"),)
    file.add(row("VR"))
    assert file.read() == (row("N"), row("VR"))


def test_another_file_is_refused_by_its_line(tmp_path: Path) -> None:
    file = RowFile(tmp_path / "rows.jsonl")
    file.add(row("N"))
    with file.path.open("a") as text:
        text.write('{"a": 1}\n')
    with pytest.raises(ContractError, match="no row") as refused:
        file.read()
    assert (refused.value.fault.line, refused.value.fault.file) == (2, str(file.path))
