"""Sentences that are understood, nearest in meaning to one that is not."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.embedding import Encoder


class Retrieval:
    """Nearest sentences by the cosine of their embeddings."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def closest(self, text: str, sentences: Sequence[str], most: int) -> tuple[str, ...]:
        """At most `most` of the sentences, nearest first."""
        if not sentences:
            return ()
        vectors = self._encoder.encode([text, *sentences])
        similarity = vectors[1:] @ vectors[0]
        ranked = sorted(range(len(sentences)), key=lambda n: (-float(similarity[n]), n))
        return tuple(sentences[n] for n in ranked[:most])
