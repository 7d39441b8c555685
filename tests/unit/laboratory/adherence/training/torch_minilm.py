"""all-MiniLM-L6-v2 written once more, in torch and straight from the published description: what ours must equal.

`python tests/unit/laboratory/adherence/training/torch_minilm.py` records vectors for the tests that run without torch.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch.nn import functional

from plancritic.embedding.assembly import LAYERS, TOKEN_LAYERS, source_folder

RECORDED = Path(__file__).parents[4] / "cases" / "embedding" / "minilm_reference.json"
TEXTS = (
    "No vessel may go through waypoint A.",
    "Nobody but the scout leaves the start before the end point has been scouted.",
    "dock",
    "The debris boat clears the normal debris between the start and waypoint A. " * 12,
)


def encode(texts: Sequence[str]) -> NDArray[np.float32]:
    """Vectors of the texts."""
    states, mask = hidden_state(texts)
    mean = (states * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
    vectors: NDArray[np.float32] = functional.normalize(mean, dim=1).numpy()
    return vectors


def encode_tokens(texts: Sequence[str]) -> list[NDArray[np.float32]]:
    """Vectors of the tokens of each text, [CLS] and [SEP] among them."""
    states, mask = hidden_state(texts, TOKEN_LAYERS)
    return [state[kept.bool()].numpy() for state, kept in zip(states, mask, strict=True)]


def hidden_state(texts: Sequence[str], layers: int = LAYERS) -> tuple[torch.Tensor, torch.Tensor]:
    """What so many layers say of every token of the texts, padded together to the longest, and which are no padding."""
    folder = source_folder()
    weights = load_file(folder / "model.safetensors")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(256)
    tokenizer.enable_padding()
    encodings = tokenizer.encode_batch(list(texts))
    ids = torch.tensor([e.ids for e in encodings])
    mask = torch.tensor([e.attention_mask for e in encodings], dtype=torch.float32)

    def linear(x: torch.Tensor, name: str) -> torch.Tensor:
        return functional.linear(x, weights[f"{name}.weight"], weights[f"{name}.bias"])

    def norm(x: torch.Tensor, name: str) -> torch.Tensor:
        return functional.layer_norm(x, (384,), weights[f"{name}.weight"], weights[f"{name}.bias"], eps=1e-12)

    x = weights["embeddings.word_embeddings.weight"][ids]
    x = x + weights["embeddings.token_type_embeddings.weight"][torch.zeros_like(ids)]
    x = x + weights["embeddings.position_embeddings.weight"][torch.arange(ids.shape[1])]
    x = norm(x, "embeddings.LayerNorm")
    for layer in range(layers):
        prefix = f"encoder.layer.{layer}"
        query, key, value = (
            linear(x, f"{prefix}.attention.self.{part}").unflatten(2, (12, 32)).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        context = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask.bool()[:, None, None, :])
        attended = linear(context.transpose(1, 2).flatten(2), f"{prefix}.attention.output.dense")
        x = norm(x + attended, f"{prefix}.attention.output.LayerNorm")
        widened = functional.gelu(linear(x, f"{prefix}.intermediate.dense"))
        x = norm(x + linear(widened, f"{prefix}.output.dense"), f"{prefix}.output.LayerNorm")
    return x, mask


if __name__ == "__main__":
    rows = [
        {"text": text, "vector": [round(float(v), 7) for v in vector]}
        for text, vector in zip(TEXTS, encode(TEXTS), strict=True)
    ]
    RECORDED.parent.mkdir(parents=True, exist_ok=True)
    source = "sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), forward pass by torch_minilm.py"
    # Word for word by hand: where the tokens of this text stand.
    tokens = {
        "text": TEXTS[0],
        "offsets": [
            [0, 0],
            [0, 2],
            [3, 9],
            [10, 13],
            [14, 16],
            [17, 24],
            [25, 28],
            [28, 33],
            [34, 35],
            [35, 36],
            [0, 0],
        ],
        "vectors": [[round(float(v), 6) for v in vector] for vector in encode_tokens(TEXTS[:1])[0]],
    }
    RECORDED.write_text(json.dumps({"source": source, "vectors": rows, "tokens": tokens}) + "\n")
