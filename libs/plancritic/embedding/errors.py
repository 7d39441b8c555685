"""What may go wrong with an encoder, each with its remedy."""

from __future__ import annotations

from pathlib import Path

REMEDY = "run `make setup` (or `python -m plancritic.embedding`), which assembles it"


class EncoderMissingError(Exception):
    """The encoder's folder is not there or not whole; `remedy` says what to run."""

    def __init__(self, folder: Path, reason: str) -> None:
        self.folder = folder
        self.reason = reason
        self.remedy = REMEDY
        super().__init__(f"no usable sentence encoder in {str(folder)!r}: {reason}; {REMEDY}")


class EncoderSourceError(Exception):
    """The weights that the encoder is assembled from are not installed or not the ones expected."""

    def __init__(self, reason: str, remedy: str) -> None:
        self.reason = reason
        self.remedy = remedy
        super().__init__(f"{reason}; {remedy}")
