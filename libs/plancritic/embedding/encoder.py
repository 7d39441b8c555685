"""The interface every sentence encoder meets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

#: One row a text: shape (texts, dimensions), float32, each row of length one.
Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class TokenVectors:
    """A text's tokens as the encoder sees them in their context.

    `vectors` has one row a token, shape (tokens, dimensions), float32: what the encoder makes of each,
    not normalised; who reads tokens may train layers of its own above it.
    `offsets[i]` is where token i stands in the text, in characters (from, to). The first and the last token are the
    encoder's own marks ([CLS], [SEP]) and stand nowhere: (0, 0). A text longer than the encoder looks at is cut.
    """

    vectors: NDArray[np.float32]
    offsets: tuple[tuple[int, int], ...]


class Encoder(Protocol):
    """Turns texts into vectors whose scalar product is their cosine similarity."""

    @property
    def name(self) -> str:
        """Which weights: two encoders of one name give the same vectors."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of the texts, in their order: shape (len(texts), dimensions), L2-normalised.

        A text's vector does not depend on which other texts are encoded beside it.
        """
        ...

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The vectors of each text's tokens, in the order of the texts; they do not depend on the other texts."""
        ...
