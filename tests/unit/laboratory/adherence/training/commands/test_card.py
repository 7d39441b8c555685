"""`plancritic train card` on a model that needs no training."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.scorer_model import DIMENSIONS, HashEncoder, model_card, plain_graph, write_model
from tests.support.waterway_examples import waterway_examples

from plancritic.adherence.dataset import Dataset, read_dataset
from plancritic.adherence.model_card import FORMAT, TEST_FILE
from plancritic.command_line.exit_codes import ExitCode
from plancritic.command_line.root import run_program
from plancritic.contracts.errors import ContractError
from plancritic.scorer.serving import CARD_FILE, GRAPH_FILE, AdherenceModel, read_card

GRAPH = plain_graph(DIMENSIONS)


@dataclass(frozen=True)
class Files:
    model: Path
    data: Path

    def card(self, *options: str) -> int:
        line = ["train", "card", "--domain", "waterway", "--model", str(self.model)]
        return run_program([*line, *(options or ("--data", str(self.data)))])

    def written(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.model / CARD_FILE).read_bytes())
        return found


@pytest.fixture(scope="module")
def data() -> Dataset:
    made = waterway_examples()
    return replace(made, card=made.card.model_copy(update={"command": "plancritic data make"}))


@pytest.fixture
def files(data: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    """A model whose card does not tell what is unsure, and the data that it names."""
    monkeypatch.setattr("plancritic.laboratory.adherence.training.commands.card.set_up_encoder", HashEncoder)
    data.write(tmp_path / "data.jsonl.gz")
    seen = sum(example.split == "train" for example in data.examples)
    training = model_card(GRAPH).training.model_copy(update={"examples": seen})
    folder = write_model(tmp_path / "model", GRAPH, data=(data.card,), training=training, temperature=1.5)
    found = Files(folder, tmp_path / "data.jsonl.gz")
    old = {key: value for key, value in found.written().items() if key not in ("unsure_on_validation", "test_sha256")}
    (folder / CARD_FILE).write_text(json.dumps(old))
    return found


def test_a_card_is_completed_without_training(files: Files) -> None:
    before = files.written()

    assert files.card() == ExitCode.DONE

    model = AdherenceModel(files.model, HashEncoder(), 1)
    after = files.written()
    assert model.card.temperature == 1.5
    kept = before.keys() - {"split", "unsure", "validation", "test", "held_out"}
    assert {key: after[key] for key in kept} == {key: before[key] for key in kept}
    assert model.card.split.startswith("waterway generated: validation by ")
    assert model.card.test is not None and model.card.test.overall.examples > 20
    assert model.card.validation.unsure == model.card.unsure_on_validation[0]
    assert (files.model / GRAPH_FILE).read_bytes() == GRAPH
    assert {path.name for path in files.model.iterdir()} == {CARD_FILE, GRAPH_FILE, TEST_FILE}
    # Once more changes nothing.
    assert files.card() == ExitCode.DONE
    assert files.written() == after


def test_suites_are_judged_with_the_plans_of_the_data(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    suite = files.data.with_name("people.jsonl")
    unseen = [example for example in read_dataset(files.data).examples if example.split != "train"]
    both = {one.constraints for one in unseen if one.adheres} & {one.constraints for one in unseen if not one.adheres}
    rows = [
        {"domain": "waterway", "archetype": "visit", "statement": f"Do {asked}", "ground_truth": asked}
        for asked in sorted(both)
    ]
    suite.write_text("".join(json.dumps(row) + "\n" for row in rows))

    assert files.card("--data", str(files.data), "--suite", str(suite), "--json") == ExitCode.DONE

    printed = json.loads(capsys.readouterr().out)
    assert printed["held_out"]["people.jsonl"]["overall"]["texts"] == len(rows) > 0
    assert printed["held_out"]["people.jsonl"]["unsure"]["share"] > 0
    assert printed == files.written()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"command": "plancritic data make --seed 2"}, "differs in command"),
        ({"domain": "satellite"}, "differs in domain"),
    ],
)
def test_data_that_the_model_was_not_trained_on_are_refused(
    files: Files, data: Dataset, changes: dict[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files.written()
    replace(data, card=data.card.model_copy(update=changes)).write(files.data)

    assert files.card() == ExitCode.BAD_INPUT

    printed = " ".join(capsys.readouterr().err.split())
    assert said in printed and "remedy:" in printed
    assert files.written() == before


def test_more_or_fewer_data_than_it_was_trained_on_are_refused(
    files: Files, data: Dataset, capsys: pytest.CaptureFixture[str]
) -> None:
    assert files.card("--data", str(files.data), "--data", str(files.data)) == ExitCode.BAD_INPUT
    assert "trained on 1 files of data, but 2 are given" in " ".join(capsys.readouterr().err.split())
    replace(data, examples=data.examples[5:]).write(files.data)
    assert files.card() == ExitCode.BAD_INPUT
    assert "the data hold" in " ".join(capsys.readouterr().err.split())


def test_what_is_no_model_is_refused_by_the_name_of_its_folder(
    files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    (files.model / GRAPH_FILE).write_bytes(GRAPH[:-1])
    assert files.card() == ExitCode.BAD_INPUT
    said = capsys.readouterr().err.replace("\n", "")
    assert str(files.model) in said and "its card says" in said

    (files.model / GRAPH_FILE).unlink()
    assert files.card() == ExitCode.BAD_INPUT
    assert "model.onnx is not there" in " ".join(capsys.readouterr().err.split())


def test_a_card_of_another_format_serves_no_more(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    """The graph would be given other inputs than it was trained with: only training makes that good."""
    (files.model / CARD_FILE).write_text(json.dumps({**files.written(), "format": FORMAT - 1}))

    with pytest.raises(ContractError, match=f"format is {FORMAT - 1}") as refused:
        read_card(files.model)

    assert "plancritic train scorer" in str(refused.value.fault.remedy)
    assert files.card() == ExitCode.BAD_INPUT
    assert "remedy:" in capsys.readouterr().err
