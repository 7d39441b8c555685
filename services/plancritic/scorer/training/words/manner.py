"""How carefully a text is written: contractions and slips of the pen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

_CONTRACTIONS = (
    (r"\b(is|are|does|do|has|should|must|did|would|could) not\b(?! only)", r"\1n't"),
    (r"\b(?:cannot|can not)\b", "can't"),
    (r"\b(it|there|that|what) is\b(?=\s+(?!that\b)\w)", r"\1's"),
    (r"\bI would\b", "I'd"),
    (r"\bI am\b", "I'm"),
    (r"\b(we|they) are\b(?=\s+\w)", r"\1're"),
    (r"\bwe have (?=\w+(ed|en)\b)", "we've "),
    (r"\b(we|it|I) will\b", r"\1'll"),
)
_WORD = re.compile(r"[a-z]{6,}")


def contracted(text: str) -> str:
    """The text as it is spoken: "isn't", "it's", "I'd"."""
    for pattern, short in _CONTRACTIONS:
        text = re.sub(pattern, short, text)
    return text


def with_a_slip(text: str, kept: Iterable[tuple[int, int]], generator: random.Random) -> str:
    """The text with two letters of a longer word swapped, or one left out; words that overlap with `kept` stay."""
    spans = list(kept)
    words = [
        found
        for found in _WORD.finditer(text)
        if not any(found.start() < stop and start < found.end() for start, stop in spans)
        and not re.search(r"[-'\w]$", text[: found.start()])
        and not re.match(r"[-'\w]", text[found.end() :])
    ]
    if not words:
        return text
    found = generator.choice(words)
    word = found[0]
    # The first two letters and the last stay: "unscouted" must not come to look like "scouted".
    at = generator.randrange(2, len(word) - 2)
    if generator.random() < 0.5:
        wrong = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    else:
        wrong = word[:at] + word[at + 1 :]
    return text[: found.start()] + wrong + text[found.end() :]
