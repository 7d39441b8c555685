"""How alike texts are: the cosines of their vectors."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.embedding.encoder import Encoder


def cosines(encoder: Encoder, text: str, others: Sequence[str]) -> tuple[float, ...]:
    """Return the cosine of the text and each of the others, in their order, in [-1, 1]."""
    if not others:
        return ()
    vectors = encoder.encode([text, *others])
    # Rounding may carry the cosine of equal texts past one.
    return tuple(min(max(float(each), -1.0), 1.0) for each in vectors[1:] @ vectors[0])
