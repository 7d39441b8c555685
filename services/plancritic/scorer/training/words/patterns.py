"""Sentence patterns and how they are filled.

A pattern is a text with places: `{a.holds}` is a form of the saying `a` (`sayings`), `{end}` one of the phrases of that
name below, `[must|should]` one of the alternatives. Its first character tells how it may be framed (`frames`): `:` a
statement of how the plan is to be, `!` an order, `=` a text that stands by itself; any other one is a demand.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.adherence.dataset import Split
from plancritic.scorer.training.words.splits import share

Kind = Literal["statement", "order", "whole", "demand"]

_KINDS: dict[str, Kind] = {":": "statement", "!": "order", "=": "whole"}
_ALTERNATIVES = re.compile(r"\[([^\[\]]*)\]")
#: "Must not not be idle" is understood by nobody, and "could it not be idle?" could mean either.
_TWICE_DENIED = re.compile(r"(\bnot|n't|cannot|never) not\b|^could .* not (?!necessarily)")
_PLACE = re.compile(r"\{(\w+)(?:\.(\w+))?\}")

#: Phrases that patterns share. Which of them is said does not tell a split: the pattern around it does.
PHRASES: dict[str, tuple[str, ...]] = {
    "must": ("must", "should", "must", "should", "shall", "will have to"),
    "may": ("may", "can", "should", "may"),
    "may_not": ("must not", "may not", "should not", "shouldn't", "cannot", "mustn't", "can't", "shall not"),
    "end": (
        "at the end", "at the end", "in the end", "when the plan ends", "when all is done", "once everything is over",
        "at the finish", "by the end", "when it is all over", "at the end of the plan", "when the job is done",
        "when we are finished", "at the close", "at the very end", "once the work is done",
    ),
    "some": (
        "at some point", "at some time", "some time", "at least once", "at some stage", "at one point or another",
        "sooner or later", "at some point in the plan", "some time during the operation", "at some moment",
    ),
    "all_along": (
        "at all times", "all the time", "throughout", "the whole time", "from start to finish", "all along",
        "from beginning to end", "during the whole plan", "for the whole operation", "at every moment",
    ),
    "any_time": ("at any time", "at any point", "at any stage", "ever", "at any moment"),
}  # fmt: skip


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
    for found in _PLACE.finditer(text):
        value = _value(found[1], found[2], sayings, generator)
        if value is None:
            return None
        pieces += [text[last : found.start()], value]
        last = found.end()
    filled = " ".join("".join([*pieces, text[last:]]).split())
    return None if _TWICE_DENIED.search(filled) else filled


def with_alternatives(text: str, generator: random.Random) -> str:
    """The text with one of each alternatives in brackets; they may stand in one another."""
    while _ALTERNATIVES.search(text):
        text = _ALTERNATIVES.sub(lambda found: generator.choice(found[1].split("|")), text)
    return text


def _value(name: str, form: str | None, sayings: Mapping[str, object], generator: random.Random) -> str | None:
    if form is None:
        return generator.choice(PHRASES[name])
    value: str | None = getattr(sayings[name], form, None) if name in sayings else None
    return value
