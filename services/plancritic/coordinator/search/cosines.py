"""Cosines of phrases by the sentence encoder, each phrase encoded once a copy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plancritic.contracts.errors import ContractError, Fault, FaultCode

if TYPE_CHECKING:
    from plancritic.embedding import Encoder


class EncoderCosines:
    """Cosines by an encoder; give it one that remembers (`CachedEncoder`)."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def prepare(self, phrases: Sequence[str]) -> None:
        """Encodes them at once."""
        self._encoder.encode(phrases)

    def of(self, one: str, other: str) -> float:
        """Return the cosine of two phrases."""
        # Imported here for the reason that `load_cosines` gives.
        from plancritic.embedding import cosines

        (cosine,) = cosines(self._encoder, one, [other])
        return cosine


def load_cosines(cache: Path) -> EncoderCosines:
    """Return the sentence encoder in the cache folder, remembering what it has encoded.

    Raises:
        ContractError: `model_missing`: the encoder or the wheels that run it are not there.
    """
    try:
        # The coordinator starts without these wheels: only runs that ask for the encoder need them.
        from plancritic.embedding import CachedEncoder, EncoderMissingError, load_encoder
    except ImportError as error:
        raise _missing(f"the wheels that run it are not installed ({error.name})") from error
    try:
        return EncoderCosines(CachedEncoder(load_encoder(cache)))
    except EncoderMissingError as error:
        raise _missing(error.reason) from error


def no_cosines() -> EncoderCosines:
    """For a coordinator that was given no encoder.

    Raises:
        ContractError: always, `model_missing`.
    """
    raise _missing("it was started without one")


def _missing(why: str) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.MODEL_MISSING,
            message=f"mutation needs the sentence encoder, but the coordinator has none: {why}",
            remedy='install the extra (pip install "plancritic[coordinator,embedding]"), make the encoder with '
            "`python -m plancritic.embedding`, or choose mutation by the lexicon",
        )
    )
