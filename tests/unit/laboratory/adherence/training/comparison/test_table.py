"""The file that the comparison of networks is kept in: a row at a time, whoever else writes."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from plancritic.adherence.dataset import Example
from plancritic.contracts.errors import ContractError
from plancritic.laboratory.adherence.measurement.accuracy import evaluate
from plancritic.laboratory.adherence.training.comparison.table import (
    GENERATED,
    ComparedData,
    ComparedRow,
    Comparison,
    merge_row,
    read_comparison,
)


def row(name: str, **changes: object) -> ComparedRow:
    evaluation = evaluate([Example(0, "t", True, "always")], np.array([0.9], dtype=np.float32), 0.5)
    made = ComparedRow(
        name=name, title=name, network="LSTM", parameters=1, text="statement", trained_on=("waterway",),
        labels="judges", split="problem", seed=1, learning_rate=1e-3, command="plancritic", data=(),
        training_examples=1, validation_examples=1, epochs=1.0, best_epoch=1.0, ended="budget", validation_loss=0.5,
        cpu_seconds=1.0, budget_seconds=None, tests={GENERATED: evaluation},
    )  # fmt: skip
    return made.model_copy(update=changes)


def test_a_row_made_again_takes_the_place_of_the_old_one_and_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "new" / "comparison.json"
    merge_row(path, "waterway", row("a"))
    merge_row(path, "waterway", row("b"))
    merge_row(path, "waterway", row("a", seed=2))

    found = read_comparison(path)

    assert found is not None
    assert {name: each.seed for name, each in found.rows.items()} == {"a": 2, "b": 1}
    assert [file.name for file in path.parent.iterdir()] == ["comparison.json"]


def test_rows_written_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "comparison.json"
    names = [f"row {number}" for number in range(20)]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda name: merge_row(path, "waterway", row(name)), names))

    found = read_comparison(path)
    assert found is not None
    assert set(found.rows) == set(names)


def test_a_comparison_of_another_domain_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "comparison.json"
    merge_row(path, "satellite", row("a"))

    with pytest.raises(ContractError, match="compares networks for 'satellite', not for 'waterway'"):
        merge_row(path, "waterway", row("b"))
    assert read_comparison(path) == Comparison(domain="satellite", rows={"a": row("a")})


def data(sha256: str, **changes: object) -> ComparedData:
    made = ComparedData(domain="waterway", name="waterway.jsonl.gz", sha256=sha256, examples=1, test_sha256="5")
    return made.model_copy(update=changes)


def test_rows_of_other_data_of_the_domain_are_not_put_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "comparison.json"
    merge_row(path, "waterway", row("a", data=(data("1"), data("2", recorded=True), data("3", domain="satellite"))))
    merge_row(path, "waterway", row("b", data=(data("2", recorded=True),)))

    for other in (data("4"), data("4", recorded=True), data("4", domain="satellite")):
        with pytest.raises(ContractError, match=r"row .a. of .* was made from another") as refused:
            merge_row(path, "waterway", row("c", data=(other,)))
        assert str(path) in str(refused.value.fault.remedy)
    found = read_comparison(path)
    assert found is not None
    assert list(found.rows) == ["a", "b"]


def test_a_row_is_of_the_model_whose_test_split_its_data_made_here_have() -> None:
    made = row("a", data=(data("1", test_sha256="6"), data("2", recorded=True, test_sha256="7")))

    assert [made.tested_as(each) for each in ("6", "7", "8")] == [True, False, False]


def test_nothing_compared_yet_is_none_and_another_file_is_refused(tmp_path: Path) -> None:
    assert read_comparison(tmp_path / "comparison.json") is None
    (tmp_path / "comparison.json").write_text('{"rows": 3}')
    with pytest.raises(ContractError, match="is not a comparison of networks"):
        read_comparison(tmp_path / "comparison.json")
