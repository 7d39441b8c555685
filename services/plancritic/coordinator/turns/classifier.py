"""Which act a turn is, by the shipped model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import structlog

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.sessions.acts import ACTS, OF_SESSION, Likelihoods
from plancritic.coordinator.turns.features import Turn, shape_of, words_of_text
from plancritic.coordinator.turns.model import ActModel, Matrix, shipped_model

if TYPE_CHECKING:
    from plancritic.embedding import Encoder

_log = structlog.get_logger("plancritic.coordinator.turns.classifier")


class ActClassifier:
    """Says how likely each act is. Give it an encoder that remembers: what was said before is compared each time."""

    def __init__(self, encoder: Encoder, model: ActModel) -> None:
        """Use the shipped model, or one under test."""
        self._encoder = encoder
        self._model = model

    def likelihoods(self, turn: Turn, names: NamedObjects) -> Likelihoods:
        """Return how likely each act is; without anything said before nothing can be changed, cancelled or undone."""
        words, shapes, vectors = features([turn], [names], self._encoder)
        (found,) = self._model.likelihoods(words, shapes, vectors)
        if turn.before:
            return found
        rest = {act: found.of[act] for act in ACTS if act not in OF_SESSION}
        whole = sum(rest.values())
        return Likelihoods({act: rest.get(act, 0.0) / whole for act in ACTS})

    def cosines(self, text: str, others: Sequence[str]) -> list[float]:
        """Return how alike a text is to others."""
        if not others:
            return []
        (vector,) = self._encoder.encode([text])
        return [float(each) for each in self._encoder.encode(list(others)) @ vector]


def load_classifier(cache: Path) -> ActClassifier | None:
    """Return the classifier with the sentence encoder in the cache folder; None where the encoder is missing.

    Without it the closed vocabularies of commands are all that is told apart from statements.
    """
    try:
        # The coordinator starts without these wheels.
        from plancritic.embedding import CachedEncoder, EncoderMissingError, load_encoder
    except ImportError as error:
        _log.warning("no sentence encoder: only literal commands are told from statements", why=repr(error))
        return None
    try:
        return ActClassifier(CachedEncoder(load_encoder(cache)), shipped_model())
    except EncoderMissingError as error:
        _log.warning("no sentence encoder: only literal commands are told from statements", why=error.reason)
        return None


def features(
    turns: Sequence[Turn], names: Sequence[NamedObjects], encoder: Encoder
) -> tuple[list[frozenset[str]], Matrix, Matrix]:
    """Return what the model sees of turns: their words, their shapes and their vectors, a row each."""
    vectors = encoder.encode([each.text for each in turns])
    nearest = [
        float((encoder.encode(list(each.before)) @ vector).max()) if each.before else 0.0
        for each, vector in zip(turns, vectors, strict=True)
    ]
    words = [words_of_text(each.text, its) for each, its in zip(turns, names, strict=True)]
    shapes = [shape_of(each, its, near) for each, its, near in zip(turns, names, nearest, strict=True)]
    return words, np.array(shapes, dtype=np.float32), vectors
