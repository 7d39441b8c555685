"""The words of a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORD = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Word:
    """A word in lower case or a number, its singular, and the characters from `start` to `stop` where it stands."""

    text: str
    stem: str
    start: int
    stop: int


def words_of(text: str) -> list[Word]:
    """Words and numbers; letters and digits are apart ("Star5" is "star", "5"), plurals are as their singular."""
    return [
        Word(match[0].lower(), _stem(match[0].lower()), match.start(), match.end()) for match in _WORD.finditer(text)
    ]


def _stem(word: str) -> str:
    if len(word) > 3 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 2 and word.endswith("s") and not word.endswith("ss") else word
