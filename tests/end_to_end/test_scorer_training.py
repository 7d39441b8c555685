"""From a domain's folder to a model that serves: the commands a person types, on a small scale."""

import json
from pathlib import Path

import pytest

from plancritic.command_line.root import run_program
from plancritic.domains import load_domain
from plancritic.embedding import load_encoder
from plancritic.embedding.assembly import assemble
from plancritic.scorer.serving import AdherenceModel
from plancritic.scorer.training.dataset import read_dataset

pytestmark = [pytest.mark.train, pytest.mark.slow, pytest.mark.timeout(400)]

SUITE = Path(__file__).parents[1] / "cases" / "feedback" / "rephrasings-dev.jsonl"


@pytest.mark.parametrize("network", ["matching", "published"])
def test_a_model_is_made_from_a_domains_folder_by_two_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: str
) -> None:
    monkeypatch.setenv("PLANCRITIC_CACHE", str(tmp_path / "cache"))
    assemble(tmp_path / "cache")
    data, folder = tmp_path / "data.jsonl", tmp_path / "model"
    made = (
        f"data make --domain satellite --out {data} --seed 2 --problems 1 --instances 25 --variations 40 --examples 400"
    )
    trained = f"train scorer --domain satellite --data {data} --out {folder} --epochs 2 --hidden 48 --network {network}"

    assert run_program(made.split()) == 0
    assert run_program([*trained.split(), "--suite", str(SUITE)]) == 0

    model = AdherenceModel(folder, load_encoder(tmp_path / "cache"))
    dataset = read_dataset(data)
    texts = ["Never point at Star0.", "Finish pointing at GroundStation2."]
    scores = model.score([plan.steps for plan in dataset.plans], texts)
    assert scores.shape == (len(dataset.plans), 2)
    assert ((scores >= 0) & (scores <= 1)).all()
    card = json.loads((folder / "model.json").read_text())
    assert card["data"]["bundle"] == load_domain("satellite").sha256
    assert card["validation"]["examples"] > 0
    assert set(card["held_out"]) <= {SUITE.name}
    assert card["domain"] == "satellite"


@pytest.mark.parametrize(
    "line",
    [
        "data make --domain atlantis --out {0}/d.jsonl",
        "data make --domain waterway --out {0}/d.jsonl --problems 77",
        "train scorer --domain waterway --data {0}/nowhere.jsonl --out {0}/model",
        "train scorer --domain waterway --data {0}/nowhere.jsonl --out {0}/model --network magic",
    ],
)
def test_bad_input_is_one_message_with_a_remedy(tmp_path: Path, line: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_program(line.format(tmp_path).split()) == 2

    said = capfd.readouterr().err
    assert "error:" in said and "remedy:" in said and "Traceback" not in said
    assert list(tmp_path.iterdir()) == []
