from pathlib import Path

import numpy as np
import pytest

from plancritic.embedding import load_encoder
from plancritic.embedding.assembly import assemble

pytestmark = pytest.mark.train


def test_the_assembled_graph_equals_the_model_in_torch(tmp_path: Path) -> None:
    from tests.unit.laboratory.adherence.training.torch_minilm import TEXTS, encode, encode_tokens

    assemble(tmp_path)
    encoder = load_encoder(tmp_path)
    texts = [*TEXTS, "Ünïcode and ÁCCENTS", "?!", "steps 5 and 6"]

    np.testing.assert_allclose(encoder.encode(texts), encode(texts), atol=2e-6)
    for ours, theirs in zip(encoder.encode_tokens(texts), encode_tokens(texts), strict=True):
        np.testing.assert_allclose(ours.vectors, theirs, atol=1e-4)


def test_the_upper_layers_make_the_last_state_of_what_the_encoder_gives(tmp_path: Path) -> None:
    import torch
    from tests.unit.laboratory.adherence.training.torch_minilm import TEXTS, hidden_state

    from plancritic.laboratory.adherence.training.networks.encoder_layers import upper_layers

    assemble(tmp_path)
    encoder = load_encoder(tmp_path)
    layers = upper_layers(encoder.name).eval()
    assert len(layers) == 2
    for text, tokens in zip(TEXTS, encoder.encode_tokens(TEXTS), strict=True):
        x, blocked = torch.from_numpy(tokens.vectors)[None], torch.zeros(1, len(tokens.vectors))
        with torch.inference_mode():
            for layer in layers:
                x = layer(x, blocked)
        np.testing.assert_allclose(x, hidden_state([text])[0], atol=1e-4)


def test_an_encoder_of_other_weights_is_read_as_it_is() -> None:
    from plancritic.laboratory.adherence.training.networks.encoder_layers import upper_layers

    assert not upper_layers("another encoder")
