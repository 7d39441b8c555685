import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from plancritic.embedding import EncoderMissingError, OnnxEncoder, load_encoder
from plancritic.embedding.assembly import CARD_FILE, GRAPH_FILE
from plancritic.embedding.onnx import MAXIMUM_TOKENS


def test_vectors_have_length_one_and_the_order_of_the_texts(encoder: OnnxEncoder) -> None:
    texts = ["no vessel goes to A", "scout", "a much longer sentence about the debris boat and waypoint B", "scout"]

    vectors = encoder.encode(texts)

    assert vectors.shape == (4, encoder.dimensions) == (4, 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    np.testing.assert_array_equal(vectors[1], vectors[3])


def test_a_vector_does_not_depend_on_its_neighbours(encoder: OnnxEncoder) -> None:
    texts = [f"the scout reaches waypoint {'x ' * n}" for n in range(1, 40)]

    together = encoder.encode(texts)

    alone = np.concatenate([encoder.encode([text]) for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-6)


def test_like_meanings_lie_closer_than_unlike_ones(encoder: OnnxEncoder) -> None:
    a, same, other = encoder.encode(
        ["The scout boat reaches the end point.", "The scouting vessel arrives at the end.", "Remove the debris."]
    )

    assert a @ same > 0.6 > a @ other


def test_a_text_beyond_128_tokens_still_counts_and_beyond_256_no_more(encoder: OnnxEncoder) -> None:
    start = "boat " * 150
    a, b = encoder.encode([start + "dock", start + "debris"])
    assert a @ b < 0.9999

    start = "boat " * 300
    a, b = encoder.encode([start + "dock", start + "debris"])
    np.testing.assert_array_equal(a, b)


def test_no_texts_give_no_vectors(encoder: OnnxEncoder) -> None:
    assert encoder.encode([]).shape == (0, 384)
    assert encoder.encode_tokens([]) == []


def test_a_token_stands_where_its_characters_stand_and_the_marks_stand_nowhere(encoder: OnnxEncoder) -> None:
    text = "Übersea scouts: wpt_a_0 – by 5.5 hours"

    (tokens,) = encoder.encode_tokens([text])

    assert tokens.vectors.shape == (len(tokens.offsets), encoder.dimensions)
    assert tokens.vectors.dtype == np.float32
    assert tokens.offsets[0] == tokens.offsets[-1] == (0, 0)
    pieces = [text[start:end] for start, end in tokens.offsets[1:-1]]
    assert "".join(pieces) == text.replace(" ", "")
    assert {"scouts", "–", "5", "hours"} <= set(pieces)


def test_a_long_text_is_read_up_to_the_limit(encoder: OnnxEncoder) -> None:
    long, longer = encoder.encode_tokens(["boat " * 300, "boat " * 300 + "never"])

    assert len(long.offsets) == len(longer.offsets) == MAXIMUM_TOKENS
    np.testing.assert_array_equal(long.vectors, longer.vectors)


def test_a_texts_tokens_do_not_depend_on_its_neighbours(encoder: OnnxEncoder) -> None:
    texts = [f"the scout reaches waypoint {'x ' * n}" for n in range(1, 12)] * 2

    together = encoder.encode_tokens(texts)

    for text, tokens in zip(texts, together, strict=True):
        (alone,) = encoder.encode_tokens([text])
        assert tokens.offsets == alone.offsets
        np.testing.assert_allclose(tokens.vectors, alone.vectors, atol=1e-5)


def test_a_missing_encoder_names_make_setup(tmp_path: Path) -> None:
    with pytest.raises(EncoderMissingError, match="make setup"):
        load_encoder(tmp_path)


def test_a_truncated_graph_is_a_missing_encoder(cache: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(cache / "encoder", tmp_path / "encoder")
    graph = folder / GRAPH_FILE
    graph.write_bytes(graph.read_bytes()[:1000])

    with pytest.raises(EncoderMissingError, match="1000 bytes"):
        load_encoder(tmp_path)


def test_an_encoder_of_an_older_assembly_is_a_missing_one(cache: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(cache / "encoder", tmp_path / "encoder")
    card = json.loads((folder / CARD_FILE).read_text())
    (folder / CARD_FILE).write_text(json.dumps(card | {"assembly": card["assembly"] - 1}))

    with pytest.raises(EncoderMissingError, match=r"another version.*make setup"):
        load_encoder(tmp_path)


def test_a_graph_that_cannot_be_loaded_is_a_missing_encoder(cache: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(cache / "encoder", tmp_path / "encoder")
    card = json.loads((folder / CARD_FILE).read_text())
    (folder / GRAPH_FILE).write_bytes(b"x" * 10)
    (folder / CARD_FILE).write_text(json.dumps(card | {"graph_bytes": 10}))

    with pytest.raises(EncoderMissingError, match="cannot be loaded"):
        load_encoder(tmp_path)
