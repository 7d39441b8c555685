import gzip
from pathlib import Path

import pytest
from tests.support.scorer_model import data_card

from plancritic.adherence.dataset import Dataset, Example, SampledProblem, ShownPlan, read_dataset
from plancritic.contracts.errors import ContractError
from plancritic.domains.folder import DomainFolder
from plancritic.wording import Lexicon

DATASET = Dataset(
    data_card(),
    (SampledProblem("1s1", "1", "(define (problem one))"),),
    (ShownPlan("1", "0.000: (move)\n", "1/0", "kairos"), ShownPlan("1s1", "", "1s1/0", "variation")),
    (
        Example(0, "Go.", True, "always", ("(always (p a))",), "At all times, a is p.", "At all times, a is p."),
        Example(1, "Gehen Sie zur Schleuse.", False, "at end", split="test", near_miss=True, archetype="lock"),
    ),
)


@pytest.mark.parametrize("name", ["data.jsonl", "data.jsonl.gz"])
def test_what_is_written_is_read_again(tmp_path: Path, name: str) -> None:
    path = tmp_path / "new" / name
    DATASET.write(path)

    assert read_dataset(path) == DATASET
    assert [entry.name for entry in path.parent.iterdir()] == [name]


def test_the_same_data_give_the_same_compressed_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl.gz", tmp_path / "other.jsonl.gz"
    DATASET.write(one)
    DATASET.write(other)

    assert one.read_bytes() == other.read_bytes()
    assert gzip.decompress(one.read_bytes()).count(b"\n") == 6


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("no json", "line 3"),
        ("7", "line 3"),
        ('{"kind": "riddle"}', "unknown kind 'riddle'"),
        ('{"kind": "example", "plan": 9, "text": "t", "adheres": true, "sort": "always", "constraints": []}', "plan 9"),
        (
            '{"kind": "example", "plan": 0, "text": "t", "adheres": 1, "sort": "always", "constraints": []}',
            "whether the plan adheres",
        ),
        (
            '{"kind": "example", "plan": 0, "text": "t", "adheres": true, "sort": "always", "constraints": [], '
            '"split": "dev"}',
            "unknown split 'dev'",
        ),
        ('{"kind": "example"}', "line 3"),
        ('{"kind": "plan", "problem": "1", "steps": []}', "line 3"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "data.jsonl"
    Dataset(DATASET.card, (), DATASET.plans[:1], DATASET.examples[:1]).write(path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], line, *lines[2:]]))

    with pytest.raises(ContractError, match=reason) as refused:
        read_dataset(path)
    assert refused.value.fault.line == 3


def test_a_compressed_file_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl.gz"
    DATASET.write(path)
    path.write_bytes(path.read_bytes()[:-20])

    with pytest.raises(ContractError, match="not scorer data"):
        read_dataset(path)


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ContractError) as refused:
        read_dataset(tmp_path / "nowhere.jsonl")
    assert "plancritic data make" in str(refused.value.fault.remedy)


def test_a_file_without_examples_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    Dataset(DATASET.card, (), (), ()).write(path)

    with pytest.raises(ContractError, match="no examples"):
        read_dataset(path)


def test_the_bundle_of_the_data_knows_its_sampled_problems(bundle: DomainFolder) -> None:
    moved = bundle.problems["1"].replace("(at sct_ast_0 wpt_ini)", "(at sct_ast_0 wpt_end)")
    data = Dataset(data_card(), (SampledProblem("1s1", "1", moved),), (), ())

    both = data.bundle(bundle)

    assert Lexicon(both, "1s1").problem.facts != Lexicon(both, "1").problem.facts
    assert both.sha256 != bundle.sha256
    assert "1s1" not in bundle.problems
