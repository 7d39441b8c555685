"""How near two objects of a problem are in meaning: by their names, their types and, where asked for, an encoder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Protocol

from plancritic.pddl.language import Atom, Problem
from plancritic.wording import Lexicon

_WORD = re.compile(r"[a-z]+|\d+")


class Cosines(Protocol):
    """Cosines of phrases, as a sentence encoder has them."""

    def prepare(self, phrases: Sequence[str]) -> None:
        """Encodes what will be asked for: takes a while, so not in the event loop."""

    def of(self, one: str, other: str) -> float:
        """Return the cosine of two phrases, in [-1, 1]."""


class Nearness:
    """How near the objects and facts of one problem are to each other, in [0, 1].

    Of two objects it is the mean of: the words that their names share (Jaccard, over all that the domain's lexicon
    calls them), how near their types stand in the hierarchy (Wu and Palmer 1994: twice the depth of the nearest
    common type over the sum of both depths) and, with an encoder, the cosine of their phrases, where it is positive.
    """

    def __init__(self, problem: Problem, lexicon: Lexicon, cosines: Cosines | None = None) -> None:
        self._problem = problem
        self._lexicon = lexicon
        self._cosines = cosines
        self.objects = cache(self._objects)
        self._words = cache(self._words_of)
        self._chain = cache(self._chain_of)

    def prepare(self) -> None:
        """Encodes the phrases of all objects, where there is an encoder."""
        if self._cosines is not None:
            self._cosines.prepare([self._lexicon.name(name) for name in self._problem.objects])

    def _objects(self, one: str, other: str) -> float:
        if one == other:
            return 1.0
        parts = [self._names(one, other), self._types(one, other)]
        if self._cosines is not None:
            cosine = self._cosines.of(self._lexicon.name(one), self._lexicon.name(other))
            # Encoders on two machines agree to the sixth digit: the same seed has to draw the same on both.
            parts.append(round(max(cosine, 0.0), 3))
        return sum(parts) / len(parts)

    def facts(self, one: Atom, other: Atom) -> float:
        """Return how near two facts are: the mean over predicate (the same or not) and arguments, place by place."""
        places = max(len(one.arguments), len(other.arguments))
        near = sum(
            self.objects(mine, yours)
            for mine, yours in zip(one.arguments, other.arguments, strict=False)
            if mine in self._problem.objects and yours in self._problem.objects
        )
        return (float(one.predicate == other.predicate) + near) / (1 + places)

    def _names(self, one: str, other: str) -> float:
        mine, yours = self._words(one), self._words(other)
        return len(mine & yours) / len(mine | yours)

    def _words_of(self, name: str) -> frozenset[str]:
        names = (*self._lexicon.synonyms(name), name)
        return frozenset(word for each in names for word in _WORD.findall(each.lower()))

    def _types(self, one: str, other: str) -> float:
        mine, yours = self._chain(one), self._chain(other)
        shared = next(depth for depth, name in enumerate(reversed(mine), start=1) if name == _nearest(mine, yours))
        return 2.0 * shared / (len(mine) + len(yours))

    def _chain_of(self, name: str) -> tuple[str, ...]:
        """The object's type and those above it, up to `object`."""
        chain = [self._problem.objects[name]]
        while chain[-1] in self._problem.domain.types and chain[-1] != "object":
            chain.append(self._problem.domain.types[chain[-1]])
        return tuple(chain) if chain[-1] == "object" else (*chain, "object")


def _nearest(mine: Sequence[str], yours: Sequence[str]) -> str:
    """The first type of the one chain that stands in the other: `object` at the latest."""
    return next(name for name in mine if name in yours)
