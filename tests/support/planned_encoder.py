"""An encoder that gives each text the vector that a test planned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from plancritic.embedding import TokenVectors, Vectors


class PlannedEncoder:
    """Texts by their angle in a plane: cosines are those of the differences. A text without a plan is an error."""

    dimensions = 2

    def __init__(self, cosines: Mapping[str, float], name: str = "planned") -> None:
        self.name = name
        self._cosines = cosines

    def encode(self, texts: Sequence[str]) -> Vectors:
        angles = [np.arccos(self._cosines[text]) for text in texts]
        return np.array([[np.cos(each), np.sin(each)] for each in angles], dtype=np.float32).reshape(-1, 2)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        raise NotImplementedError
