from pathlib import Path

import pytest
from tests.support.scorer_model import data_card

from plancritic.contracts.errors import ContractError
from plancritic.scorer.training.dataset import Dataset, Example, ShownPlan, read_dataset

DATASET = Dataset(
    data_card(),
    (ShownPlan("1", ("The scout moves.",), "0.000: (move)\n"), ShownPlan("2", ())),
    (Example(0, "Go.", True, "always"), Example(1, "Gehen Sie zur Schleuse.", False, "at end")),
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "data.jsonl"
    DATASET.write(path)

    assert read_dataset(path) == DATASET
    assert [entry.name for entry in path.parent.iterdir()] == ["data.jsonl"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("no json", "line 3"),
        ('{"kind": "riddle"}', "unknown kind 'riddle'"),
        ('{"kind": "example", "plan": 9, "text": "t", "adheres": true, "sort": "always"}', "there is no plan 9"),
        ('{"kind": "example"}', "line 3"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "data.jsonl"
    DATASET.write(path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], line, *lines[2:]]))

    with pytest.raises(ContractError, match=reason) as refused:
        read_dataset(path)
    assert refused.value.fault.line == 3


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ContractError) as refused:
        read_dataset(tmp_path / "nowhere.jsonl")
    assert "plancritic data make" in str(refused.value.fault.remedy)


def test_a_file_without_examples_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    Dataset(DATASET.card, (), ()).write(path)

    with pytest.raises(ContractError, match="no examples"):
        read_dataset(path)
