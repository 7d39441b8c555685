"""How carefully a text is written: contractions and slips of the pen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

from plancritic.adherence.mentions import MentionFinder
from plancritic.laboratory.adherence.training.words.conjunctions import capitalised

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
#: Shares of texts with contractions, and with slips of the pen.
_CONTRACTED, _SLIPS = 0.35, 0.03


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


def finished(said: str, finder: MentionFinder, generator: random.Random) -> str:
    """What is said as people leave it: contracted, with a slip that spares names and times, with and without marks."""
    text = capitalised(said)
    if generator.random() < _CONTRACTED:
        text = contracted(text)
    if generator.random() < _SLIPS:
        found = finder.find(text)
        kept = [(part.start, part.stop) for part in found.objects]
        kept += [(part.start, part.stop) for part in found.times]
        text = with_a_slip(text, kept, generator)
    register = generator.random()
    if register < 0.08:
        return text.lower().rstrip(".")
    if register < 0.1:
        return re.sub(r"[.,;!?]+( |$)", r"\1", text).lower()
    return text if text[-1] in ".?!" or register < 0.17 else f"{text}{'!' if register > 0.97 else '.'}"
