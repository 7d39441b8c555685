"""Sentence patterns and how they are filled.

A pattern is a text with places: `{a.holds}` is a form of the saying `a` (`sayings`), `{end}` one of the phrases of that
name (`templates/phrases.yaml`), `[must|should]` one of the alternatives. Its first character tells how it may be framed
(`framing`): `:` a statement of how the plan is to be, `!` an order, `=` a text that stands by itself. Any other is a
demand.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.adherence.dataset import Split
from plancritic.laboratory.adherence.training.words.splits import share
from plancritic.laboratory.adherence.training.words.templates import ALTERNATIVES, PLACE, phrases

Kind = Literal["statement", "order", "whole", "demand"]

_KINDS: dict[str, Kind] = {":": "statement", "!": "order", "=": "whole"}
#: "Must not not be idle" is understood by nobody, and "could it not be idle?" could mean either.
_TWICE_DENIED = re.compile(r"(\bnot|n't|cannot|never) not\b|^could .* not (?!necessarily)")


@dataclass(frozen=True, slots=True)
class Filled:
    """A pattern's text, and how it may be framed."""

    text: str
    kind: Kind
    #: It begins with a time or a condition, which could be taken for one of the parts that follow it as well.
    opens_with_time: bool = False


def drawn(
    patterns: Sequence[str], split: Split, sayings: Mapping[str, object], generator: random.Random
) -> Filled | None:
    """One of a split's patterns that applies to the sayings, filled; None where none does."""
    own = share(patterns, split)
    generator.shuffle(own)
    for pattern in own:
        text = _filled(pattern, sayings, generator)
        if text is not None:
            opens_with_saying = re.match(r"[:!=]?(\{\w+\.|I |we |you |it )", pattern) is not None or pattern[0] == "!"
            return Filled(text, _KINDS.get(pattern[0], "demand"), not opens_with_saying)
    return None


def _filled(pattern: str, sayings: Mapping[str, object], generator: random.Random) -> str | None:
    text = pattern[1:] if pattern[0] in _KINDS else pattern
    text = with_alternatives(text, generator)
    pieces: list[str] = []
    last = 0
    for found in PLACE.finditer(text):
        value = _value(found[1], found[2], sayings, generator)
        if value is None:
            return None
        pieces += [text[last : found.start()], value]
        last = found.end()
    filled = " ".join("".join([*pieces, text[last:]]).split())
    return None if _TWICE_DENIED.search(filled) else filled


def with_alternatives(text: str, generator: random.Random) -> str:
    """The text with one of each alternatives in brackets; they may stand in one another."""
    while ALTERNATIVES.search(text):
        text = ALTERNATIVES.sub(lambda found: generator.choice(found[1].split("|")), text)
    return text


def _value(name: str, form: str | None, sayings: Mapping[str, object], generator: random.Random) -> str | None:
    if form is None:
        return generator.choice(phrases()[name])
    value: str | None = getattr(sayings[name], form, None) if name in sayings else None
    return value
