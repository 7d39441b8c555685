"""Which sentence patterns a split may use, so that no wording of one split is known to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from plancritic.adherence.dataset import Split

_Pattern = TypeVar("_Pattern")

#: By place in each five of a list; commoner patterns stand first in a list, so every split gets its share of them.
_SPLITS: tuple[Split, ...] = ("train", "validation", "train", "test", "train")
SMALLEST = len(_SPLITS)


def share(patterns: Sequence[_Pattern], split: Split) -> list[_Pattern]:
    """The patterns of a split: of each five three for training, one for validation, one for test.

    Raises `ValueError` for fewer than five different patterns: a split would have none, or two would share one.
    """
    if len(set(patterns)) < max(SMALLEST, len(patterns)):
        raise ValueError(f"{len(set(patterns))} different patterns of {len(patterns)}, wanted {SMALLEST} or more")
    return [pattern for place, pattern in enumerate(patterns) if _SPLITS[place % SMALLEST] == split]
