"""The words in PDDL identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

#: Where an identifier is taken apart: marks, a capital after a small letter, a digit after a letter and back.
_JOINTS = re.compile(r"[_\-]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_NUMBERED = re.compile(r"(.*?)(\d+)")


def words_of(identifier: str) -> tuple[str, ...]:
    """`is_location_not_blocked` as "is", "location", "not", "blocked", `GroundStation1` as "ground", "station", "1"."""
    return tuple(part.lower() for part in _JOINTS.split(identifier) if part)


def numbered(identifier: str) -> tuple[str, str] | None:
    """Return what stands before the number at the end of an identifier, and the number; None where there is none."""
    found = _NUMBERED.fullmatch(identifier)
    return (found[1], found[2]) if found and found[1].strip("_-") else None


def without_leading(words: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Return the words without a name that they begin with: "dock ship" for "ship salvage asset dock ship".

    At least one word is left.
    """
    for parts in sorted(map(words_of, names), key=len, reverse=True):
        if parts and len(parts) < len(words) and tuple(words[: len(parts)]) == parts:
            return tuple(words[len(parts) :])
    return tuple(words)


def without_names(words: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Return the words that are no word of one of the names: "not blocked" for "location not blocked"."""
    known = {word for name in names for word in words_of(name)}
    return tuple(word for word in words if word not in known)
