"""Places counted along a way: "the second waypoint of branch B", "B's first waypoint", "the last stop on the A side".

A way is a group of places that the context names, numbered one after the other, each joined to the next. Where the
names show no such way ("the first of the stars") an ordinal counts nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeVar

from plancritic.english.lists import words
from plancritic.english.numbers import ORDINALS
from plancritic.english.phrases import lengths_known
from plancritic.mentions.items import Named
from plancritic.mentions.phrases import Phrases
from plancritic.mentions.text import Token

Meaning = TypeVar("Meaning")
_ORDINALS = {**{word: number - 1 for word, number in ORDINALS.items()}, "last": -1, "final": -1}
_BOUNDS = {"end": -1, "beginning": 0, "start": 0}
_OF = words("of on along in at from down up")
_NO_NOUNS = words(
    "is are was has have must may can should shall will would and or but by before after until till at in on for then "
    "when while if not never please too as with be does do gets get stays remains"
)
_ARTICLES = words("the our that this")


class Ordinals:
    """Finds the places of a problem that people count along a way."""

    def __init__(self, phrases: Phrases) -> None:
        self._world = phrases.world
        self._ways: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._sorts: dict[tuple[str, ...], frozenset[str]] = {}
        self._members: dict[tuple[str, ...], tuple[str, ...]] = {}
        for phrase, senses in phrases.phrases.items():
            for sense in senses:
                if not isinstance(sense, Named) or sense.negative:
                    continue
                if sense.kind == "type" and set(sense.objects) <= self._world.places:
                    self._sorts[phrase] = frozenset(sense.objects)
                way = self._along(sense.objects) if sense.kind == "group" else ()
                if way:
                    self._ways[phrase] = way
        members = {place: way for way in self._ways.values() for place in way}
        for phrase, senses in phrases.phrases.items():
            for sense in senses:
                if isinstance(sense, Named) and sense.kind == "object" and sense.objects[0] in members:
                    self._members[phrase] = members[sense.objects[0]]

    def counted(self, tokens: list[Token], at: int, spoken: str | None) -> tuple[int, Named] | None:
        """Return where words that count a place begin at a token: where they end, and the place; None if they do not.

        `spoken` is the place that was counted before: "the second" goes on along its way.
        """
        if not self._ways:
            return None
        best: tuple[int, Named] | None = None
        for stop, number, way, sort in self._said(tokens, at, spoken):
            places = [place for place in way if not sort or place in sort]
            if -len(places) <= number < len(places) and (best is None or stop > best[0]):
                best = stop, Named((places[number],), "object")
        return best

    def _said(
        self, tokens: list[Token], at: int, spoken: str | None
    ) -> Iterator[tuple[int, int, tuple[str, ...], frozenset[str] | None]]:
        """Ways to see an ordinal, a way and perhaps a sort of place from a token on."""
        number = _ORDINALS.get(tokens[at].text)
        if number is None:
            if tokens[at].text in _BOUNDS and at + 1 < len(tokens) and tokens[at + 1].text == "of":
                for end, way in self._after_of(tokens, at + 1):
                    yield end, _BOUNDS[tokens[at].text], way, None
            for stop, way in (*_phrases_at(tokens, at, self._ways), *_phrases_at(tokens, at, self._members)):
                if stop < len(tokens) and tokens[stop].text in _ORDINALS:
                    for end, sort in _phrases_at(tokens, stop + 1, self._sorts):
                        # "B first, waypoint A second" counts no places.
                        if not any(s > end for s, _ in _phrases_at(tokens, stop + 1, self._members)):
                            yield end, _ORDINALS[tokens[stop].text], way, sort
            return
        if spoken is not None and at and tokens[at - 1].text in ("the", "its") and _ends(tokens, at + 1):
            for way in self._ways.values():
                if spoken in way:
                    yield at + 1, number, way, None
        for stop, sort in _phrases_at(tokens, at + 1, self._sorts):
            for end, way in self._after_of(tokens, stop):
                yield end, number, way, sort
        for end, way in self._after_of(tokens, at + 1):
            yield end, number, way, None
        for end, way in _phrases_at(tokens, at + 1, self._ways):
            if any(phrase == (tokens[end - 1].stem,) for phrase in self._sorts):
                yield end, number, way, None

    def _after_of(self, tokens: list[Token], at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        if at < len(tokens) and tokens[at].text in _OF:
            begin = at + 2 if at + 1 < len(tokens) and tokens[at + 1].text in _ARTICLES else at + 1
            yield from _phrases_at(tokens, begin, self._ways)

    def _along(self, objects: tuple[str, ...]) -> tuple[str, ...]:
        """The places in the order of their numbers, if they are one way; none otherwise."""
        matches = [re.fullmatch(r"(.*?)(\d+)", name) for name in objects]
        beginnings = {match[1] if match else None for match in matches}
        if not set(objects) <= self._world.places or len(beginnings) != 1 or None in beginnings:
            return ()
        numbered = sorted((int(m[2]), m[0]) for m in matches if m is not None)
        following = all(b[0] == a[0] + 1 and (a[1], b[1]) in self._world.ways for a, b in pairwise(numbered))
        return tuple(name for _, name in numbered) if numbered and following else ()


def _ends(tokens: list[Token], at: int) -> bool:
    """Whether no noun follows."""
    return at >= len(tokens) or tokens[at].is_mark or tokens[at].text in _NO_NOUNS


def _phrases_at(tokens: list[Token], at: int, phrases: dict[tuple[str, ...], Meaning]) -> Iterator[tuple[int, Meaning]]:
    said = tuple(token.stem for token in tokens[at : at + 5])
    for length in lengths_known(said, phrases):
        yield at + length, phrases[said[:length]]
