from pathlib import Path

import numpy as np
import pytest

from plancritic.embedding import load_encoder
from plancritic.embedding.assembly import assemble

pytestmark = pytest.mark.train


def test_the_assembled_graph_equals_the_model_in_torch(tmp_path: Path) -> None:
    from tests.unit.scorer.training.torch_minilm import TEXTS, encode, encode_tokens

    assemble(tmp_path)
    encoder = load_encoder(tmp_path)
    texts = [*TEXTS, "Ünïcode and ÁCCENTS", "?!", "steps 5 and 6"]

    np.testing.assert_allclose(encoder.encode(texts), encode(texts), atol=2e-6)
    for ours, theirs in zip(encoder.encode_tokens(texts), encode_tokens(texts), strict=True):
        np.testing.assert_allclose(ours.vectors, theirs, atol=1e-4)
