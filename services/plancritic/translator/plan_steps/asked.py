"""What can be asked of steps, and of which."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from plancritic.mentions.items import Item


class Asked(StrEnum):
    """What is asked of steps."""

    BEFORE = "before"
    LEFT_OUT = "left out"
    KEPT = "kept"
    WITHIN = "within"
    NOT_BEFORE = "not before"
    SOON_AFTER = "soon after"
    FIRST_OF_ITS_SORT = "first of its sort"
    LAST_OF_ITS_SORT = "last of its sort"


@dataclass(frozen=True, slots=True)
class Side:
    """Steps, or the words of something that happens; `described` are words that say which part of the steps."""

    steps: tuple[int, ...] = ()
    words: tuple[Item, ...] = ()
    described: tuple[Item, ...] = ()
    #: Whether the end of the steps is spoken of and not their beginning.
    over: bool = False


@dataclass(frozen=True, slots=True)
class Relation:
    """What is asked of `one`; where two sides are related `one` comes first. Times are in the domain's unit."""

    asked: Asked
    one: Side
    other: Side = Side()
    time: float = 0.0
