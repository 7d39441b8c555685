"""Several words in one text."""

from __future__ import annotations

from collections.abc import Sequence


def enumerated(names: Sequence[str], conjunction: str = "and") -> str:
    """Return "a", "a and b" or "a, b and c"; empty without names."""
    return f"{', '.join(names[:-1])} {conjunction} {names[-1]}" if len(names) > 1 else "".join(names)


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set, for lists of words that read better as text."""
    return frozenset(text.split())
