"""The tuned encoder that ships: whole, its own calibration beside it, and better than its base."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.embedding import OnnxEncoder, load_encoder
from plancritic.laboratory.schema.calibration.similarity import true_similarities
from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.laboratory.schema.measurement.pairs import scored_actions, separation
from plancritic.paths import cache_folder
from plancritic.schema_library.filtering.calibration import read_calibration
from plancritic.schema_library.filtering.schema_text import TEXT_VERSION
from plancritic.schema_library.filtering.tuned_encoder import (
    CALIBRATION_FILE,
    CARD_FILE,
    CHANGES_FILE,
    SHIPPED_MODEL,
    read_card,
    tuned_encoder,
)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> OnnxEncoder:
    return tuned_encoder(tmp_path_factory.mktemp("cache"), threads=1)


def test_card_changes_corpus_and_calibration_belong_together(encoder: OnnxEncoder) -> None:
    card, corpus = read_card(SHIPPED_MODEL), load_corpus()
    calibration = read_calibration(SHIPPED_MODEL / CALIBRATION_FILE)
    assert encoder.name == card.name == calibration.encoder
    assert card.corpus_sha256 == calibration.corpus == corpus.sha256
    assert card.text_version == TEXT_VERSION
    assert sorted((*card.train_domains, *card.validation_domains)) == sorted(corpus.split["train"])
    assert calibration.domains == corpus.split["calibrate"]
    assert (SHIPPED_MODEL / CHANGES_FILE).stat().st_size < 3_000_000


def test_the_calibration_is_what_the_encoder_says(encoder: OnnxEncoder) -> None:
    calibration = read_calibration(SHIPPED_MODEL / CALIBRATION_FILE)
    domains = load_corpus().part("calibrate")[:2]
    for register, kept in calibration.similarities.items():
        found = true_similarities(encoder, domains, register)
        np.testing.assert_allclose(found, kept[: len(found)], atol=1e-3)


@pytest.mark.slow
def test_the_tuned_encoder_tells_faults_apart_better_than_its_base(encoder: OnnxEncoder) -> None:
    domains = load_corpus().part("measure")[:2]
    base = load_encoder(cache_folder(), threads=1)
    before, after = (separation(scored_actions(each, domains, "detailed")) for each in (base, encoder))
    assert after > before + 0.05


def test_an_encoder_is_assembled_once(tmp_path: Path) -> None:
    tuned_encoder(tmp_path, threads=1)
    (graph,) = tmp_path.glob("*/model.onnx")
    written = graph.stat().st_mtime_ns
    tuned_encoder(tmp_path, threads=1)
    assert graph.stat().st_mtime_ns == written


def test_a_cache_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the cache should be")
    with pytest.raises(ContractError, match="cannot be put into the cache") as refused:
        tuned_encoder(tmp_path / "cache")
    assert refused.value.fault.code is FaultCode.MODEL_MISSING


def test_changed_changes_and_a_card_of_another_base_are_refused(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED_MODEL, tmp_path / "model"))
    card = json.loads((folder / CARD_FILE).read_text())
    (folder / CARD_FILE).write_text(json.dumps({**card, "base_sha256": "0"}))
    with pytest.raises(ContractError, match="other weights") as refused:
        tuned_encoder(tmp_path / "cache", folder)
    assert refused.value.fault.code is FaultCode.MODEL_UNUSABLE
    (folder / CARD_FILE).write_text(json.dumps(card))
    (folder / CHANGES_FILE).write_bytes(b"other")
    with pytest.raises(ContractError, match="SHA-256"):
        tuned_encoder(tmp_path / "cache", folder)
    (folder / CARD_FILE).write_text("{}")
    with pytest.raises(ContractError, match=r"card\.json cannot be read"):
        tuned_encoder(tmp_path / "cache", folder)
