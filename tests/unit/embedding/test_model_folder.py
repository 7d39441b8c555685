import json
from pathlib import Path

import pytest
from tests.support.small_sentence_model import HEADS, HIDDEN, LAYERS, write_small_model

from plancritic.embedding import EncoderSourceError, OnnxEncoder
from plancritic.embedding.architecture import MINILM, Architecture
from plancritic.embedding.assembly import ENCODER_NAME, SOURCE_SHA256, source_folder, write_encoder
from plancritic.embedding.model_folder import read_model_folder


def test_the_default_encoder_is_read_as_its_folder_describes_it() -> None:
    found = read_model_folder(source_folder())
    assert (found.name, found.sha256) == (ENCODER_NAME, SOURCE_SHA256)
    assert found.architecture == MINILM


def test_a_model_of_robertas_kind_is_read_with_its_own_positions_and_pooling(tmp_path: Path) -> None:
    found = read_model_folder(write_small_model(tmp_path / "small", "roberta", "cls_token"))
    assert found.name == "small"
    assert found.architecture == Architecture(LAYERS, HEADS, HIDDEN, 1e-5, first_position=2, pooling="first")
    assert "encoder.layer.0.output.dense.weight" in found.weights  # without the prefix


def test_a_folder_becomes_an_encoder_whose_vectors_do_not_depend_on_the_batch(tmp_path: Path) -> None:
    model = read_model_folder(write_small_model(tmp_path / "small"))
    write_encoder(tmp_path / "encoder", "small", model.weights, model.architecture, model.tokenizer, model.sha256)
    encoder = OnnxEncoder(tmp_path / "encoder")
    texts = ["the batch is hot", "not", "before the oven , after the oven"]
    together = encoder.encode(texts)
    assert together.shape == (3, HIDDEN)
    assert (together**2).sum(1) == pytest.approx([1, 1, 1], abs=1e-5)
    for row, text in zip(together, texts, strict=True):
        assert encoder.encode([text])[0] == pytest.approx(row, abs=1e-6)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"model_type": "mpnet"}, "models of the kind 'mpnet' are not supported"),
        ({"hidden_act": "relu"}, "exact GELU"),
        ({"num_hidden_layers": 3}, "not of the form"),
        ({"hidden_size": None}, "cannot be read"),
    ],
)
def test_a_model_that_we_cannot_run_is_refused(tmp_path: Path, change: dict[str, object], reason: str) -> None:
    folder = write_small_model(tmp_path / "small")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, **change}))
    with pytest.raises(EncoderSourceError, match=reason):
        read_model_folder(folder)


def test_a_missing_file_and_another_pooling_are_refused(tmp_path: Path) -> None:
    with pytest.raises(EncoderSourceError, match=r"config\.json"):
        read_model_folder(tmp_path)
    with pytest.raises(EncoderSourceError, match="pooling_mode_max_tokens"):
        read_model_folder(write_small_model(tmp_path / "small", pooling="max_tokens"))


def test_a_model_with_a_further_module_is_refused(tmp_path: Path) -> None:
    folder = write_small_model(tmp_path / "small")
    (folder / "modules.json").write_text('[{"type": "sentence_transformers.models.Dense"}]')
    with pytest.raises(EncoderSourceError, match="Dense"):
        read_model_folder(folder)
