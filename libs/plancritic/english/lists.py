"""Several words in one text."""

from __future__ import annotations

from collections.abc import Sequence


def enumerated(words: Sequence[str], conjunction: str = "and") -> str:
    """Return "a", "a and b" or "a, b and c"; empty without words."""
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}" if len(words) > 1 else "".join(words)


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set, for lists of words that read better as text."""
    return frozenset(text.split())
