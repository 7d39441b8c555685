"""Items: words of a statement with everything they may mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from plancritic.mentions.grammar import Cue


@dataclass(frozen=True, slots=True)
class Named:
    """Objects that a phrase names; `negative` where it says that none of them is meant ("nobody")."""

    objects: tuple[str, ...]
    kind: Literal["object", "type", "group", "role"]
    negative: bool = False


@dataclass(frozen=True, slots=True)
class Hint:
    """A verb that hints at a predicate: that the fact starts, stops, holds or fails."""

    predicate: str
    form: Literal["starts", "stops", "holds", "fails"]
    weak: bool = False


@dataclass(frozen=True, slots=True)
class DeedHint:
    """A verb that hints at a deed of the context being done or left."""

    deed: int
    done: bool


Sense = Named | Hint | DeedHint | Cue


@dataclass(frozen=True, slots=True)
class Item:
    """Consecutive tokens with what they may mean; without senses they are words nobody needs."""

    start: int
    stop: int
    text: str
    senses: tuple[Sense, ...]
    #: Misspelt words with what they were taken for.
    slips: tuple[tuple[str, str], ...] = ()
    # Asked for many times a statement: sorted out once.
    _named: tuple[Named, ...] = field(init=False, repr=False, compare=False)
    _cues: frozenset[Cue] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_named", tuple(s for s in self.senses if isinstance(s, Named)))
        object.__setattr__(self, "_cues", frozenset(s for s in self.senses if isinstance(s, Cue)))

    def named(self) -> tuple[Named, ...]:
        """Return the senses that name objects."""
        return self._named

    def hints(self) -> tuple[Hint, ...]:
        """Return the senses that hint at predicates."""
        return tuple(s for s in self.senses if isinstance(s, Hint))

    def has(self, *cues: Cue) -> bool:
        """Return whether it is one of the cues."""
        return not self._cues.isdisjoint(cues)


def sentences(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """Yield the sentences of a text."""
    ends = [n + 1 for n, item in enumerate(items[:-1]) if item.text in (".", "!", "?", ";")]
    for start, stop in pairwise((0, *ends, len(items))):
        yield items[start:stop]


def is_so(items: tuple[Item, ...], at: int) -> bool:
    """Return whether what begins at a place is a consequence: "so keep A clear"."""
    return any(item.text == "so" for item in items[at : at + 2])
