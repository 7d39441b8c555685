"""From a domain's folder to a model that serves: the commands a person types, on a small scale."""

from __future__ import annotations

import json
import signal
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.support.program import PROGRAM, program_environment

from plancritic.adherence.dataset import read_dataset
from plancritic.command_line.root import run_program
from plancritic.domains.folder import load_folder
from plancritic.embedding import load_encoder
from plancritic.embedding.assembly import assemble
from plancritic.laboratory.adherence.training.commands.scorer import CHECKPOINT
from plancritic.scorer.serving import AdherenceModel
from plancritic.wording import Lexicon

pytestmark = [pytest.mark.train, pytest.mark.slow, pytest.mark.timeout(900)]

SUITE = Path(__file__).parents[1] / "cases" / "feedback" / "rephrasings-dev.jsonl"
SIZE = "--seed 2 --problems 1,4 --samples 0 --instances 4 --variations 8 --walks 6 --examples 150"


@dataclass(frozen=True)
class Made:
    """A data file, and the model folder that was trained on it, interrupted after an epoch and taken up again."""

    folder: Path
    data: Path
    model: Path
    #: Exit codes of making the data, of the training that was interrupted and of that which went on.
    codes: tuple[int, int, int]
    #: What was there when training had been interrupted.
    interrupted: tuple[str, ...]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("training")
    data, model = folder / "data.jsonl.gz", folder / "models" / "satellite"
    model.parent.mkdir()
    # As many steps as it takes to tell plans apart at all.
    steps = "--epochs 30 --patience 30 --learning-rate 3e-3"
    train = f"train scorer --domain satellite --data {data} --out {model} --threads 1 {steps}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLANCRITIC_CACHE", str(folder / "cache"))
        assemble(folder / "cache")
        made = run_program(f"data make --domain satellite --out {data} {SIZE}".split())
        with subprocess.Popen(
            [PROGRAM, *train.split(), "--suite", str(SUITE)],
            env=program_environment(),
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stderr is not None
            # Epochs are told of before they are kept: once the second is told of the first can be taken up.
            second = next((line for line in process.stderr if line.startswith("epoch   2 ")), None)
            process.send_signal(signal.SIGINT)
            rest = process.stderr.read()
            ended = process.wait(60)
        assert second is not None, rest
        assert "Traceback" not in rest
        there = tuple(sorted(path.name for path in model.parent.iterdir()))
        resumed = run_program([*train.split(), "--resume", "--suite", str(SUITE)])
    return Made(folder, data, model, (made, ended, resumed), there)


def test_an_interrupted_training_is_taken_up_again(made: Made) -> None:
    assert made.codes == (0, 130, 0)
    assert made.interrupted == (f"satellite{CHECKPOINT}",)
    # Nothing but the model is left.
    assert sorted(path.name for path in made.model.parent.iterdir()) == ["satellite"]
    assert sorted(path.name for path in made.model.iterdir()) == ["model.json", "model.onnx", "test.jsonl.gz"]


def test_the_card_tells_of_the_data_and_the_training(made: Made) -> None:
    card = json.loads((made.model / "model.json").read_text())

    assert card["domain"] == "satellite"
    (data,) = card["data"]
    assert data["bundle"] == load_folder("satellite").folder_sha256
    assert data["command"].startswith("plancritic ")
    assert card["training"]["epochs"] == 30
    assert card["validation"]["overall"]["examples"] > 10
    assert card["test"]["overall"]["examples"] > 50
    assert card["held_out"][SUITE.name]["overall"]["examples"] > 50
    assert card["parity"] < 1e-4


def test_the_model_serves_probabilities_that_differ(made: Made) -> None:
    model = AdherenceModel(made.model, load_encoder(made.folder / "cache"), threads=1)
    dataset = read_dataset(made.data)
    plans = [plan.text for plan in dataset.plans if plan.problem == "1"]
    texts = ["Never point at Star0.", "Finish pointing at GroundStation2."]

    scores = model.score(Lexicon(load_folder("satellite"), "1"), plans, texts)

    assert scores.shape == (len(plans), 2)
    assert ((scores >= 0) & (scores <= 1)).all()
    assert scores.std(axis=0).min() > 0


def test_the_bars_are_printed_of_the_model(
    made: Made, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLANCRITIC_CACHE", str(made.folder / "cache"))
    few = made.folder / "few.jsonl"
    dataset = read_dataset(made.data)
    replace(dataset, examples=dataset.examples[:40]).write(few)
    line = f"evaluate scorer --domain satellite --data {made.data} --model {made.model} --recorded {few} --json"

    # A network that saw a handful of examples reaches no bar.
    assert run_program(line.split()) == 1

    report = json.loads(capfd.readouterr().out)
    card = json.loads((made.model / "model.json").read_text())
    assert report["test"]["overall"] == card["test"]["overall"]
    assert report["graph_sha256"] == card["graph_sha256"]
    assert not report["bars"][0]["met"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("data make --domain atlantis --out {0}/d.jsonl", "atlantis"),
        ("data make --domain waterway --out {0}/d.jsonl --problems 77", "no problem '77'"),
        ("data make --domain satellite --out {0}", "is a folder"),
        ("train scorer --domain satellite --data {1} --out {1}", "is a file"),
        ("train scorer --domain waterway --data {0}/nowhere.jsonl --out {0}/model", "nowhere.jsonl"),
        ("train scorer --domain atlantis --data {1} --out {0}/model", "atlantis"),
        ("train scorer --domain waterway --data {1} --out {0}/model", "made for 'satellite'"),
        ("train scorer --domain satellite --data {1} --out {0}/model --resume", "no checkpoint"),
        ("train scorer --domain satellite --data {1} --out {0}/model --resume --restart", "exclude each other"),
        ("train scorer --domain satellite --data {1} --out {0}/model --suite {1}", "not a feedback suite"),
        ("train scorer --domain satellite --data {0} --out {0}/model", "error"),
        ("evaluate scorer --domain satellite --data {1} --model {0}", "model.json is not there"),
        ("evaluate scorer --domain waterway --data {1} --model {2}", "made for 'satellite'"),
    ],
)
def test_bad_input_is_one_message_with_a_remedy(
    made: Made,
    tmp_path: Path,
    line: str,
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PLANCRITIC_CACHE", str(made.folder / "cache"))

    assert run_program(line.format(tmp_path, made.data, made.model).split()) == 2

    said = capfd.readouterr().err
    assert "error:" in said and "remedy:" in said and "Traceback" not in said
    assert reason in " ".join(said.split())
    assert list(tmp_path.iterdir()) == []


def test_a_checkpoint_of_something_else_is_refused(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLANCRITIC_CACHE", str(made.folder / "cache"))
    checkpoint = tmp_path / f"model{CHECKPOINT}"
    checkpoint.write_text("weights")

    line = f"train scorer --domain satellite --data {made.data} --out {tmp_path / 'model'} --resume"
    assert run_program(line.split()) == 2

    said = capfd.readouterr().err
    assert "is not a checkpoint" in " ".join(said.split()) and "--restart" in said
    assert checkpoint.read_text() == "weights"


def test_a_training_that_was_stopped_is_not_written_over_unasked(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLANCRITIC_CACHE", str(made.folder / "cache"))
    checkpoint = tmp_path / f"model{CHECKPOINT}"
    checkpoint.write_text("weights")
    line = f"train scorer --domain satellite --data {made.data} --out {tmp_path / 'model'}"

    assert run_program(line.split()) == 2

    said = " ".join(capfd.readouterr().err.split())
    assert "was stopped" in said and "--resume" in said and "--restart" in said
    # Not even one that is to begin anew loses it before it can.
    assert run_program([*line.split(), "--restart", "--suite", str(made.data)]) == 2
    assert checkpoint.read_text() == "weights"
