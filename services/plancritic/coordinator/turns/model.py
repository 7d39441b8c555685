"""The shipped model of acts: multinomial logistic regression over words, shape and sentence vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from plancritic.coordinator.sessions.acts import Act, Likelihoods

Matrix = NDArray[np.float32]

MODEL_FILE = Path(__file__).with_name("acts.npz")


@dataclass(frozen=True)
class ActModel:
    """Weights of shape (features, acts): first the words of `vocabulary`, then shape, then the sentence vector.

    `temperature` divides the logits, so that what is told 90 % likely is right nine times of ten.
    """

    version: str
    encoder: str
    acts: tuple[Act, ...]
    vocabulary: tuple[str, ...]
    weights: Matrix
    bias: Matrix
    temperature: float

    def likelihoods(self, words: Sequence[frozenset[str]], shapes: Matrix, vectors: Matrix) -> list[Likelihoods]:
        """Return how likely each act is, for each text."""
        rows = matrix(words, shapes, vectors, self.vocabulary)
        logits = (rows @ self.weights + self.bias) / self.temperature
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        return [Likelihoods({act: float(p) for act, p in zip(self.acts, row, strict=True)}) for row in shares]

    def save(self, path: Path) -> None:
        """Write the model; half the precision loses nothing here."""
        np.savez_compressed(
            path,
            version=np.array(self.version),
            encoder=np.array(self.encoder),
            acts=np.array(self.acts),
            vocabulary=np.array(self.vocabulary),
            weights=self.weights.astype(np.float16),
            bias=self.bias.astype(np.float32),
            temperature=np.array(self.temperature),
        )


def matrix(
    words: Sequence[frozenset[str]], shapes: Matrix, vectors: Matrix, vocabulary: Sequence[str]
) -> NDArray[np.float32]:
    """Return a row a text: words (those it has, scaled by how many they are), shape, vector."""
    place = {word: index for index, word in enumerate(vocabulary)}
    rows = np.zeros((len(words), len(vocabulary)), dtype=np.float32)
    for row, found in enumerate(words):
        known = [place[word] for word in found if word in place]
        rows[row, known] = 1.0 / np.sqrt(max(len(found), 4)) * 2
    return np.concatenate([rows, shapes.astype(np.float32), vectors.astype(np.float32) * 2], axis=1)


@cache
def shipped_model() -> ActModel:
    """Return the model that lies beside this module."""
    with np.load(MODEL_FILE, allow_pickle=False) as file:
        return ActModel(
            version=str(file["version"]),
            encoder=str(file["encoder"]),
            acts=cast("tuple[Act, ...]", tuple(map(str, file["acts"]))),
            vocabulary=tuple(map(str, file["vocabulary"])),
            weights=file["weights"].astype(np.float32),
            bias=file["bias"].astype(np.float32),
            temperature=float(file["temperature"]),
        )
