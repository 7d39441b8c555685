"""From data to the model folder: what is written, what its card says and what serving makes of it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.laboratory.adherence.training.conftest import Trained
from tests.unit.laboratory.adherence.training.learnt import Seen

from plancritic.adherence.dataset import read_dataset
from plancritic.adherence.model_card import TEST_FILE, ModelCard
from plancritic.domains.folder import DomainFolder
from plancritic.laboratory.adherence.measurement.accuracy import evaluate, labels_of
from plancritic.laboratory.adherence.measurement.examination import probabilities
from plancritic.scorer.serving import CARD_FILE, GRAPH_FILE, AdherenceModel
from plancritic.wording import Lexicon

pytestmark = [pytest.mark.train, pytest.mark.timeout(300)]


def test_the_folder_has_a_graph_its_card_and_the_test_split_and_nothing_else(trained: Trained) -> None:
    assert {path.name for path in trained.folder.iterdir()} == {GRAPH_FILE, CARD_FILE, TEST_FILE}
    # What training left to be taken up again is gone when it is through.
    assert list(trained.folder.parent.iterdir()) == [trained.folder]
    card = ModelCard.model_validate_json((trained.folder / CARD_FILE).read_bytes())
    assert card == trained.card
    graph = (trained.folder / GRAPH_FILE).read_bytes()
    assert (len(graph), hashlib.sha256(graph).hexdigest()) == (card.graph_bytes, card.graph_sha256)


def test_the_test_split_beside_the_model_is_what_its_card_was_made_from(trained: Trained) -> None:
    shipped = read_dataset(trained.folder / TEST_FILE)
    model = AdherenceModel(trained.folder, trained.encoder, threads=1)

    found = evaluate(
        shipped.examples,
        probabilities(model, trained.corpus.bundle, shipped, shipped.examples),
        trained.card.threshold,
        ["1"] * len(shipped.examples),
        trained.card.unsure,
    )

    assert {example.split for example in shipped.examples} == {"test"}
    assert found == trained.card.test
    content = (trained.folder / TEST_FILE).read_bytes()
    assert hashlib.sha256(content).hexdigest() == trained.card.test_sha256


def test_the_card_tells_how_the_model_was_made(trained: Trained) -> None:
    card = trained.card

    assert (card.domain, card.encoder, card.dimensions) == ("waterway", "hash", 24)
    assert card.data == (trained.corpus.dataset.card,)
    assert card.split.startswith("waterway generated: validation by ")
    assert card.training.command == "plancritic train scorer"
    assert (card.training.seed, card.training.ended) == (1, "epochs")
    assert trained.notes[0] == f"reading {card.training.examples} examples of waterway"
    judged = [note.split(", ")[-1] for note in trained.notes if note.startswith("judging")]
    assert judged == ["validation", "test", "people.jsonl"]
    assert card.training.epochs == len(trained.looks) >= card.training.best_epoch > 0
    assert card.training.examples == len(trained.corpus.part("train").examples)
    assert card.training.cpu_seconds > 1.0
    assert card.parameters == sum(p.numel() for p in trained.judge.network.parameters())
    assert card.temperature == pytest.approx(float(trained.judge.network.temperature), abs=1e-4)


def test_the_card_tells_how_well_it_judges(trained: Trained) -> None:
    card = trained.card

    for split, judged in (("validation", card.validation), ("test", card.test)):
        examples = trained.corpus.part(split).examples  # type: ignore[arg-type]
        assert judged is not None
        assert judged.overall.examples == len(examples)
        assert judged.overall.accuracy > 0.8 > judged.guessing
        assert set(judged.by_type) == {"sometime", "always", "at end", "within"}
        assert sum(row[0] for row in judged.calibration) == len(examples)
        assert set(judged.by_problem) == {"1"}
    assert card.held_out["people.jsonl"].overall == (card.test and card.test.overall)


def test_what_is_served_without_torch_equals_torch(trained: Trained) -> None:
    part = trained.corpus.part("test")
    model = AdherenceModel(trained.folder, trained.encoder, threads=1)

    served = probabilities(model, trained.corpus.bundle, part.dataset, part.examples)

    np.testing.assert_allclose(served, trained.judge.probabilities(part), atol=1e-4)
    assert trained.card.parity < 1e-4
    right = (served >= model.card.threshold) == labels_of(part.examples)
    assert trained.card.test is not None
    assert right.mean() == pytest.approx(trained.card.test.overall.accuracy, abs=1e-3)


def test_a_statement_and_its_opposite_are_told_apart_by_what_is_served(trained: Trained, lexicon: Lexicon) -> None:
    model = AdherenceModel(trained.folder, trained.encoder, threads=1)
    plans = [trained.corpus.dataset.plans[number].text for number in range(len(trained.corpus.dataset.plans))]
    visit, never = (f"The salvage boat must {how} the ship dock." for how in ("visit", "never visit"))

    scores = model.score(lexicon, plans, [visit, never])

    visited = ["move_ship_salvage_asset wpt_ini shp_dck_0" in plan for plan in plans]
    visited = [once or "shp_dck_0 shp_sal_ast_0)" in plan for once, plan in zip(visited, plans, strict=True)]
    assert 0 < sum(visited) < len(plans)
    np.testing.assert_array_equal(scores[:, 0] >= 0.5, visited)
    np.testing.assert_array_equal(scores[:, 1] < 0.5, visited)


def test_an_interrupted_training_leaves_the_old_model_and_a_checkpoint(
    trained: Trained, bundle: DomainFolder, tmp_path: Path
) -> None:
    from plancritic.laboratory.adherence.training.checkpoint import Checkpoint
    from plancritic.laboratory.adherence.training.comparison.learning import LearningSettings, Look, Note
    from plancritic.laboratory.adherence.training.train import train_model

    folder = tmp_path / "model"
    folder.mkdir()
    for name in (GRAPH_FILE, CARD_FILE):
        (folder / name).write_bytes((trained.folder / name).read_bytes())

    def interrupt(look: Look | Note) -> None:
        if getattr(look, "epochs", 0) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_model(
            "waterway",
            [trained.corpus],
            trained.encoder,
            LearningSettings(epochs=3),
            folder,
            "new",
            interrupt,
            checkpoint=Checkpoint(tmp_path / "checkpoint", "new"),
        )

    assert AdherenceModel(folder, trained.encoder).card == trained.card
    assert (tmp_path / "checkpoint").is_file()


@pytest.fixture
def old(trained: Trained, tmp_path: Path) -> dict[str, bytes]:
    """A model folder as it was before training, with the comparison that another command keeps there."""
    folder = tmp_path / "models" / "scorer"
    folder.mkdir(parents=True)
    for name in (GRAPH_FILE, CARD_FILE, TEST_FILE):
        (folder / name).write_bytes((trained.folder / name).read_bytes())
    (folder / "comparison.json").write_text("{}")
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_training_interrupted_while_it_is_judged_leaves_the_old_model_and_is_taken_up_there(
    trained: Trained, old: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plancritic.laboratory.adherence.training import train
    from plancritic.laboratory.adherence.training.checkpoint import Checkpoint
    from plancritic.laboratory.adherence.training.comparison.learning import LearningSettings

    folder, seen = tmp_path / "models" / "scorer", Seen()

    def trains(command: str, resume: bool) -> ModelCard:
        given = ("waterway", [trained.corpus], trained.encoder, LearningSettings(epochs=2), folder, command)
        return train.train_model(*given, seen, checkpoint=Checkpoint(tmp_path / "checkpoint", command, resume=resume))

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(train, "appraised", interrupt)
        with pytest.raises(KeyboardInterrupt):
            trains("begun", resume=False)

    assert {path.name: path.read_bytes() for path in folder.iterdir()} == old
    assert [path.name for path in folder.parent.iterdir()] == ["scorer"]
    spent = seen.looks[-1].cpu_seconds

    card = trains("begun --resume", resume=True)

    assert len(seen.looks) == 2
    assert card.training.command == "begun"
    assert card.training.cpu_seconds > spent
    assert AdherenceModel(folder, trained.encoder).card == card
    assert card.test_sha256 == hashlib.sha256((folder / TEST_FILE).read_bytes()).hexdigest()
    assert {path.name for path in folder.iterdir()} == old.keys()
    assert (folder / "comparison.json").read_text() == "{}"
    assert not (tmp_path / "checkpoint").exists()


def test_an_export_that_judges_otherwise_than_the_network_takes_no_models_place(
    trained: Trained, old: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plancritic.laboratory.adherence.training import train
    from plancritic.laboratory.adherence.training.checkpoint import Checkpoint
    from plancritic.laboratory.adherence.training.comparison.learning import LearningSettings
    from plancritic.laboratory.adherence.training.errors import UnfaithfulExport

    folder = tmp_path / "models" / "scorer"
    really = train.export

    def export(network: Any) -> bytes:
        network.temperature.mul_(1.5)
        try:
            return really(network)
        finally:
            network.temperature.div_(1.5)

    monkeypatch.setattr(train, "export", export)
    with pytest.raises(UnfaithfulExport, match="differs from the network"):
        train.train_model(
            "waterway",
            [trained.corpus],
            trained.encoder,
            LearningSettings(epochs=2),
            folder,
            "new",
            lambda _: None,
            checkpoint=Checkpoint(tmp_path / "checkpoint", "new"),
        )

    assert {path.name: path.read_bytes() for path in folder.iterdir()} == old
    # Nothing that was trained is lost.
    assert (tmp_path / "checkpoint").is_file()
