"""A sentence encoder in torch whose weights stay and whose low-rank changes are learnt (LoRA, Hu et al. 2021).

BERT and RoBERTa: layers normalised last, exact GELU, pooling by mean or first token. Dropout is on the changes alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from plancritic.embedding.architecture import Architecture

#: Tokens of a text that are looked at, as at run time.
MAXIMUM_TOKENS = 256
#: Every linear map of a layer gets a change.
PARTS = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)


class LowRankLinear(nn.Module):  # type: ignore[misc]
    """A linear map with fixed weights and a learnt change of low rank, nothing at first."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor, rank: int, dropout: float) -> None:
        super().__init__()
        self.register_buffer("weight", weight, persistent=False)
        self.register_buffer("bias", bias, persistent=False)
        self.down = nn.Parameter(torch.randn(rank, weight.shape[1]) * weight.shape[1] ** -0.5)
        self.up = nn.Parameter(torch.zeros(weight.shape[0], rank))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Map the last dimension of `x`."""
        change = functional.linear(functional.linear(self.dropout(x), self.down), self.up)
        return functional.linear(x, self.weight, self.bias) + change


class SentenceModel(nn.Module):  # type: ignore[misc]
    """Texts in, unit vectors out; only the low-rank changes are parameters."""

    def __init__(
        self,
        weights: Mapping[str, torch.Tensor],
        architecture: Architecture,
        tokenizer: Tokenizer,
        rank: int,
        dropout: float,
        tuned_layers: int,
    ) -> None:
        super().__init__()
        self.architecture = architecture
        self.fixed_layers = max(0, architecture.layers - tuned_layers)
        self._states: dict[str, torch.Tensor] = {}
        self.tokenizer = tokenizer
        tokenizer.enable_truncation(MAXIMUM_TOKENS)
        tokenizer.no_padding()
        self._fixed = dict(weights)
        self.linears = nn.ModuleDict(
            {
                _key(layer, part): LowRankLinear(
                    weights[f"encoder.layer.{layer}.{part}.weight"],
                    weights[f"encoder.layer.{layer}.{part}.bias"],
                    rank,
                    dropout,
                )
                for layer in range(self.fixed_layers, architecture.layers)
                for part in PARTS
            }
        )

    def forward(self, texts: Sequence[str], batch: int = 32) -> torch.Tensor:
        """Return one unit vector a text, in their order; texts are padded with those of like length."""
        self._remember(texts)
        states = [self._states[text] for text in texts]
        order = sorted(range(len(states)), key=lambda row: len(states[row]))
        parts = [self._upper([states[row] for row in order[at : at + batch]]) for at in range(0, len(order), batch)]
        back = torch.empty(len(order), dtype=torch.long)
        back[torch.tensor(order)] = torch.arange(len(order))
        return torch.cat(parts)[back]

    def _remember(self, texts: Sequence[str], batch: int = 32) -> None:
        """Keep what the fixed layers make of texts: it never changes, and training sees each text many times."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._states]
        encodings = self.tokenizer.encode_batch(missing)
        order = sorted(range(len(missing)), key=lambda row: len(encodings[row].ids))
        for first in range(0, len(order), batch):
            rows = order[first : first + batch]
            with torch.no_grad():
                states = self._lower([encodings[row].ids for row in rows])
            for row, state in zip(rows, states, strict=True):
                self._states[missing[row]] = state[: len(encodings[row].ids)].clone()

    def changes(self) -> dict[str, NDArray[np.float32]]:
        """Return the learnt changes: `<name of the base weight>.up` and `.down`."""
        found = {}
        for layer in range(self.fixed_layers, self.architecture.layers):
            for part in PARTS:
                linear = self.linears[_key(layer, part)]
                for which in ("up", "down"):
                    found[f"encoder.layer.{layer}.{part}.weight.{which}"] = (
                        getattr(linear, which).detach().numpy().copy()
                    )
        return found

    def _lower(self, ids: Sequence[Sequence[int]]) -> torch.Tensor:
        fixed = self._fixed
        length = max(map(len, ids))
        padded = torch.zeros(len(ids), length, dtype=torch.long)
        mask = torch.zeros(len(ids), length)
        for row, each in enumerate(ids):
            padded[row, : len(each)] = torch.tensor(each)
            mask[row, : len(each)] = 1
        x = (
            fixed["embeddings.word_embeddings.weight"][padded]
            + fixed["embeddings.position_embeddings.weight"][torch.arange(length) + self.architecture.first_position]
            + fixed["embeddings.token_type_embeddings.weight"][0]
        )
        x = self._norm(x, "embeddings.LayerNorm")
        for layer in range(self.fixed_layers):
            x = self._layer(x, layer, mask)
        return x

    def _upper(self, states: Sequence[torch.Tensor]) -> torch.Tensor:
        x = nn.utils.rnn.pad_sequence(list(states), batch_first=True)
        lengths = torch.tensor([len(state) for state in states])
        mask = (torch.arange(x.shape[1])[None, :] < lengths[:, None]).float()
        for layer in range(self.fixed_layers, self.architecture.layers):
            x = self._layer(x, layer, mask)
        if self.architecture.pooling == "first":
            pooled = x[:, 0]
        else:
            pooled = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
        return functional.normalize(pooled, dim=1)

    def _layer(self, x: torch.Tensor, layer: int, mask: torch.Tensor) -> torch.Tensor:
        texts, length, width = x.shape
        prefix = f"encoder.layer.{layer}"

        def linear(part: str, values: torch.Tensor) -> torch.Tensor:
            if layer < self.fixed_layers:
                name = f"{prefix}.{part}"
                return functional.linear(values, self._fixed[f"{name}.weight"], self._fixed[f"{name}.bias"])
            mapped: torch.Tensor = self.linears[_key(layer, part)](values)
            return mapped

        query, key, value = (
            linear(f"attention.self.{part}", x).view(texts, length, self.architecture.heads, -1).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        context = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask.bool()[:, None, None, :])
        attended = linear("attention.output.dense", context.transpose(1, 2).reshape(texts, length, width))
        x = self._norm(x + attended, f"{prefix}.attention.output.LayerNorm")
        widened = functional.gelu(linear("intermediate.dense", x))
        return self._norm(x + linear("output.dense", widened), f"{prefix}.output.LayerNorm")

    def _norm(self, x: torch.Tensor, name: str) -> torch.Tensor:
        weight, bias = self._fixed[f"{name}.weight"], self._fixed[f"{name}.bias"]
        return functional.layer_norm(x, (x.shape[-1],), weight, bias, eps=self.architecture.epsilon)


def _key(layer: int, part: str) -> str:
    # A module's name has no dots.
    return f"{layer}_{part.replace('.', '_')}"
