"""Rows on the disk."""

from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.laboratory.refinement.evaluation.rows import RowFile, RunKey, RunRow, StartRow, latest


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
    assert latest(rows) == {RunKey("hiking", 1, 1, 1, "N"): rows[0], RunKey("hiking", 1, 1, 1, "VS"): rows[2]}


def test_rows_of_another_version_are_refused(tmp_path: Path) -> None:
    file = RowFile(tmp_path / "rows.jsonl")
    file.add(row("N", version="one"))
    file.add(row("VS", version="two"))
    assert [each.version for each in file.read()] == ["one", "two"]
    with pytest.raises(ContractError, match=r"made by version two .* this is version one") as refused:
        file.read("one")
    assert (refused.value.fault.line, refused.value.fault.file) == (2, str(file.path))
    assert "another file with --rows" in str(refused.value.fault.remedy)


def test_a_start_with_another_number_of_faults_is_another_run() -> None:
    one = row("N")
    more = one.start.model_copy(update={"faults": ("first", "second")})
    assert one.key != one.model_copy(update={"start": more}).key


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
    with pytest.raises(ContractError, match="not a row") as refused:
        file.read()
    assert (refused.value.fault.line, refused.value.fault.file) == (2, str(file.path))
