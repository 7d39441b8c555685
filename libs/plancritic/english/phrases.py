"""Phrases found in a text, word by word."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence


def lengths_known(words: Sequence[str], phrases: Container[tuple[str, ...]]) -> Iterator[int]:
    """Yield the lengths of the known phrases that the words begin with, the longest first."""
    said = tuple(words)
    for length in range(len(said), 0, -1):
        if said[:length] in phrases:
            yield length
