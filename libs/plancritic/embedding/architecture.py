"""The form of an encoder's network: what its weights alone do not say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Architecture:
    """A transformer of BERT's kind: layers normalised last, exact GELU.

    `first_position` is the row of the position table for the first token (RoBERTa leaves out two); `pooling` says
    whether a sentence is the mean of its tokens or its first token.
    """

    layers: int
    heads: int
    hidden: int
    epsilon: float = 1e-12
    first_position: int = 0
    pooling: Literal["mean", "first"] = "mean"


#: all-MiniLM-L6-v2.
MINILM = Architecture(layers=6, heads=12, hidden=384)
