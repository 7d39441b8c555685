"""How near a sentence is to others: a reading in words to what was said, what is understood to what was not."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.translation import Reading
from plancritic.embedding import Encoder, cosines


class Retrieval:
    """Compares sentences by the cosine of their embeddings."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def closest(self, text: str, sentences: Sequence[str], most: int) -> tuple[str, ...]:
        """At most `most` of the sentences, nearest first."""
        similarity = self.similarity(text, sentences)
        ranked = sorted(range(len(sentences)), key=lambda n: (-similarity[n], n))
        return tuple(sentences[n] for n in ranked[:most])

    def similarity(self, text: str, sentences: Sequence[str]) -> tuple[float, ...]:
        """Return the cosine of the text and each of the sentences, in [-1, 1], to four decimals: in their order."""
        return tuple(round(each, 4) for each in cosines(self._encoder, text, sentences))

    def compared(self, text: str, readings: Sequence[Reading]) -> tuple[Reading, ...]:
        """Return the readings with the similarity of the text and their mid-level goals."""
        similarities = self.similarity(text, [reading.mid_level_goal for reading in readings])
        return tuple(
            reading.model_copy(update={"similarity": similarity})
            for reading, similarity in zip(readings, similarities, strict=True)
        )
