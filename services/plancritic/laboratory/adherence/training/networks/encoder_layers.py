"""The encoder's upper layers, to be trained further: what they say of a token is made for whole sentences at first."""

from __future__ import annotations

import torch
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional

from plancritic.embedding.assembly import ENCODER_NAME, LAYERS, TOKEN_LAYERS, WEIGHTS_FILE, source_folder


class EncoderLayer(nn.Module):  # type: ignore[misc]
    """A layer of BERT over tokens, normalised last (Devlin et al. 2019, section 3)."""

    def __init__(self, width: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.outer = nn.Linear(width, width)
        self.first = nn.LayerNorm(width, eps=1e-12)
        self.wide, self.narrow = nn.Linear(width, inner), nn.Linear(inner, width)
        self.second = nn.LayerNorm(width, eps=1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor, blocked: torch.Tensor) -> torch.Tensor:
        """`x` (texts, length, width); `blocked` (texts, length) 0 for a token and far below for padding."""
        texts, length, width = x.shape
        query, key, value = (
            part(x).view(texts, length, self.heads, -1).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        scores = query @ key.transpose(2, 3) * (width // self.heads) ** -0.5 + blocked[:, None, None, :]
        attended = (torch.softmax(scores, dim=3) @ value).transpose(1, 2).reshape(texts, length, width)
        x = self.first(x + self.dropout(self.outer(attended)))
        widened: torch.Tensor = self.narrow(functional.gelu(self.wide(x)))
        return self.second(x + self.dropout(widened))


def upper_layers(encoder: str, dropout: float = 0.1) -> nn.ModuleList:
    """The layers of the encoder of that name above those its tokens have been through, as they were published.

    None for an encoder that is not the one whose weights are here: its tokens are taken as they are. Raises
    `EncoderSourceError` where the weights are not installed.
    """
    if encoder != ENCODER_NAME:
        return nn.ModuleList()
    weights = load_file(source_folder() / WEIGHTS_FILE)
    return nn.ModuleList(_published(weights, f"encoder.layer.{row}", dropout) for row in range(TOKEN_LAYERS, LAYERS))


#: Our names of a layer's parts, and the published ones.
_PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "outer": "attention.output.dense",
    "first": "attention.output.LayerNorm",
    "wide": "intermediate.dense",
    "narrow": "output.dense",
    "second": "output.LayerNorm",
}
#: Heads of each layer.
HEADS = 12


def _published(weights: dict[str, torch.Tensor], prefix: str, dropout: float) -> EncoderLayer:
    inner, width = weights[f"{prefix}.intermediate.dense.weight"].shape
    layer = EncoderLayer(width, HEADS, inner, dropout)
    layer.load_state_dict(
        {
            f"{ours}.{kind}": weights[f"{prefix}.{theirs}.{kind}"]
            for ours, theirs in _PARTS.items()
            for kind in ("weight", "bias")
        }
    )
    return layer
