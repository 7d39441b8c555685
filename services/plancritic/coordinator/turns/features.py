"""What the classifier of acts sees of a text beside its sentence vector: its words, its shape, what was said before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.mentions.vocabulary import vocabulary

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:[.,:]\d+)?|[?!]")
_STEP = re.compile(r"\bsteps?\b(?: number| no\.?)? ?\d", re.IGNORECASE)
_IDENTIFIER = re.compile(r"\bs\d+\b|\b(?:statement|request|wish|rule)s? (?:number |no\.? )?\d", re.IGNORECASE)
_ORDINAL = re.compile(r"\b(?:first|second|third|last|latest|previous|both|all|everything|others?)\b", re.IGNORECASE)
_POINTING = re.compile(r"\b(?:it|that|this|those|these|them|one|same)\b", re.IGNORECASE)


#: The names of the features of shape, in the order of `shape_of`.
SHAPE = (
    "something in force",
    "ends with a question mark",
    "asks somewhere",
    "words",
    "short",
    "names an object",
    "names several objects",
    "has a number",
    "has several numbers",
    "names a step",
    "names a statement",
    "has an ordinal or a quantity",
    "points at something",
    "objects known from before",
    "objects not known from before",
    "words known from before",
    "cosine with what was said before",
)


@dataclass(frozen=True)
class Turn:
    """A text with what was said before it and is in force, oldest first."""

    text: str
    before: tuple[str, ...] = ()


def words_of_text(text: str, names: NamedObjects) -> frozenset[str]:
    """Return the words and pairs of words of a text; names of objects and numbers are all alike."""
    masked = text
    for mention in reversed(names.mentions(text)):
        masked = f"{masked[: mention.start]} objectname {masked[mention.end :]}"
    tokens = ["^"]
    for token in _TOKEN.findall(masked.casefold().replace("’", "'")):
        tokens.append("numberhere" if token[0].isdigit() else token)
    tokens.append("$")
    pairs = (f"{one} {other}" for one, other in pairwise(tokens))
    return frozenset((*tokens[1:-1], *pairs))


def shape_of(turn: Turn, names: NamedObjects, nearest: float) -> list[float]:
    """Return the features of shape; `nearest` is the highest cosine of the text with what was said before."""
    text = turn.text
    tokens = _TOKEN.findall(text)
    count = sum(each[0].isalnum() for each in tokens)
    named = {each for mention in names.mentions(text) for each in mention.objects}
    known = {each for said in turn.before for mention in names.mentions(said) for each in mention.objects}
    numbers = sum(each[0].isdigit() for each in tokens)
    said_before = {each.casefold() for said in turn.before for each in _TOKEN.findall(said)}
    light = vocabulary().shared
    content = [each.casefold() for each in tokens if each.casefold() not in light and each.isalnum()]
    shared = sum(each in said_before for each in content) / len(content) if content else 0.0
    flags: Sequence[bool | float] = (
        bool(turn.before),
        text.rstrip().endswith("?"),
        "?" in text,
        min(count, 30) / 10,
        count <= 3,
        bool(named),
        len(named) > 1,
        numbers > 0,
        numbers > 1,
        _STEP.search(text) is not None,
        _IDENTIFIER.search(text) is not None,
        _ORDINAL.search(text) is not None,
        _POINTING.search(text) is not None,
        bool(named & known),
        bool(named - known) and bool(turn.before),
        shared,
        nearest,
    )
    return [float(each) for each in flags]
