"""The interface every sentence encoder meets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

#: One row a text: shape (texts, dimensions), float32, each row of length one.
Vectors = NDArray[np.float32]


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
        """The vectors of the texts, in their order: shape (len(texts), dimensions), L2-normalised.

        A text's vector does not depend on which other texts are encoded beside it.
        """
        ...
