"""What the card says of how well a model judges, of a model that needs no training."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.support.scorer_model import DIMENSIONS, HashEncoder, plain_graph, write_model
from tests.support.waterway_examples import waterway_examples

from plancritic.adherence.dataset import Dataset, read_dataset
from plancritic.adherence.model_card import TEST_FILE
from plancritic.domains.folder import DomainFolder
from plancritic.laboratory.adherence.measurement.accuracy import evaluate, labels_of, unsure_band
from plancritic.laboratory.adherence.measurement.examination import probabilities
from plancritic.laboratory.adherence.training.appraisal import appraised, write_appraisal
from plancritic.laboratory.adherence.training.comparison.learning import Corpus, Part
from plancritic.scorer.serving import AdherenceModel, read_card


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> AdherenceModel:
    folder = write_model(tmp_path_factory.mktemp("plain") / "model", plain_graph(DIMENSIONS), parity=0.25)
    return AdherenceModel(folder, HashEncoder(), 1)


@pytest.fixture(scope="module")
def data() -> Dataset:
    return waterway_examples(plans=21)


@pytest.fixture(scope="module")
def answered(model: AdherenceModel, bundle: DomainFolder, data: Dataset) -> Corpus:
    """The same plans and texts with the model's own answers for labels: it is right on all of them."""
    found = probabilities(model, bundle, data, data.examples)
    right = [replace(each, adheres=bool(one >= 0.5)) for each, one in zip(data.examples, found, strict=True)]
    return Corpus(bundle, replace(data, examples=tuple(right)))


def served(model: AdherenceModel, part: Part) -> np.ndarray:
    return probabilities(model, part.corpus.bundle, part.dataset, part.examples)


def test_the_figures_are_of_the_first_corpus_and_the_band_of_all(
    model: AdherenceModel, bundle: DomainFolder, data: Dataset, answered: Corpus
) -> None:
    wrong = Corpus(bundle, data)

    card = appraised(model, [answered, wrong], {})

    parts = [corpus.part("validation") for corpus in (answered, wrong)]
    both = [(served(model, part), labels_of(part.examples)) for part in parts]
    assert card.unsure == unsure_band(both, 0.5)
    assert appraised(model, [answered], {}).unsure == unsure_band(both[:1], 0.5) == (0.5, 0.5) != card.unsure
    test = answered.part("test")
    assert card.test == evaluate(test.examples, served(model, test), 0.5, test.problems, card.unsure)
    assert card.test is not None and card.test.overall.accuracy == card.validation.overall.accuracy == 1.0
    assert card.unsure_on_validation[0] == card.validation.unsure
    assert len(card.unsure_on_validation) == 2


def test_suites_are_told_with_what_is_unsure_of_them_and_empty_ones_left_out(
    model: AdherenceModel, data: Dataset, answered: Corpus
) -> None:
    people = replace(data, examples=tuple(each for each in data.examples if each.split == "test"))

    card = appraised(model, [answered], {"people.jsonl": people, "none.jsonl": replace(data, examples=())})

    assert set(card.held_out) == {"people.jsonl"}
    judged = card.held_out["people.jsonl"]
    assert judged.overall.examples == len(people.examples)
    assert judged.unsure is not None and judged.unsure.outside is not None
    assert judged.unsure.outside.accuracy < 0.97


def test_a_corpus_without_validation_examples_says_nothing_of_the_band(
    model: AdherenceModel, bundle: DomainFolder, data: Dataset, answered: Corpus
) -> None:
    trained_on = tuple(each for each in data.examples if each.split == "train")

    card = appraised(model, [answered, Corpus(bundle, replace(data, examples=trained_on))], {})

    assert card.unsure_on_validation[1] is None
    assert card.unsure == (0.5, 0.5)


def test_parity_is_found_where_torch_was_asked_and_stays_where_not(model: AdherenceModel, answered: Corpus) -> None:
    found = served(model, answered.part("validation"))

    assert appraised(model, [answered], {}).parity == 0.25
    assert appraised(model, [answered], {}, found + np.float32(2e-3)).parity == pytest.approx(2e-3, rel=0.01)


def test_what_is_written_is_the_card_with_the_hash_of_the_test_split_beside_it(
    model: AdherenceModel, answered: Corpus, tmp_path: Path
) -> None:
    folder = write_model(tmp_path / "model", plain_graph(DIMENSIONS))

    card = write_appraisal(folder, appraised(model, [answered], {}), answered.dataset)

    assert read_card(folder) == card
    assert card.test_sha256 == hashlib.sha256((folder / TEST_FILE).read_bytes()).hexdigest()
    assert {each.split for each in read_dataset(folder / TEST_FILE).examples} == {"test"}
    assert {path.name for path in folder.iterdir()} == {"model.json", "model.onnx", TEST_FILE}
