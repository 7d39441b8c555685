"""Parity with the published model, by vectors recorded from a forward pass in torch (see the training tests)."""

import json
from pathlib import Path

import numpy as np

from plancritic.embedding import OnnxEncoder

REFERENCE = Path(__file__).parents[2] / "cases" / "embedding" / "minilm_reference.json"


def test_vectors_equal_those_recorded_from_torch(encoder: OnnxEncoder) -> None:
    recorded = json.loads(REFERENCE.read_text())

    vectors = encoder.encode([row["text"] for row in recorded["vectors"]])

    expected = np.array([row["vector"] for row in recorded["vectors"]], dtype=np.float32)
    np.testing.assert_allclose(vectors, expected, atol=1e-5)


def test_tokens_equal_those_recorded_from_torch(encoder: OnnxEncoder) -> None:
    recorded = json.loads(REFERENCE.read_text())["tokens"]

    (tokens,) = encoder.encode_tokens([recorded["text"]])

    assert tokens.offsets == tuple(tuple(place) for place in recorded["offsets"])
    np.testing.assert_allclose(tokens.vectors, recorded["vectors"], atol=1e-5)
