"""Products of candidates: which candidates of each action are still in question."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from plancritic.pddl.grounding import members

#: For each action the candidates in question, as bits of a number: bit i stands for candidate i.
Box = tuple[int, ...]


def whole(sizes: Sequence[int]) -> Box:
    """Return the box of all combinations of so many candidates of each action."""
    return tuple((1 << size) - 1 for size in sizes)


def volume(box: Box) -> int:
    """Return how many combinations a box has."""
    return math.prod(each.bit_count() for each in box)


def restricted(box: Box, action: int, candidates: int) -> Box:
    """Return the box with these candidates of one action alone."""
    return (*box[:action], box[action] & candidates, *box[action + 1 :])


def intersection(one: Box, other: Box) -> Box:
    """Return the box of the combinations that are in both boxes; its volume is zero where there is none."""
    return tuple(mine & theirs for mine, theirs in zip(one, other, strict=True))


def numbers(box: Box) -> tuple[tuple[int, ...], ...]:
    """Return for each action the candidates of a box by number: how messages carry boxes."""
    return tuple(tuple(members(each)) for each in box)


def box_of(chosen: Sequence[Sequence[int]], sizes: Sequence[int]) -> Box:
    """Return the box of candidates given by number.

    Raises:
        ValueError: a number is out of range or named twice, or the actions are not as many as the sizes.
    """
    if len(chosen) != len(sizes):
        raise ValueError(f"{len(chosen)} actions, not {len(sizes)}")
    for several, size in zip(chosen, sizes, strict=True):
        if len(set(several)) != len(several) or any(not 0 <= each < size for each in several):
            raise ValueError("a candidate is named twice, or is none of the task's")
    return tuple(sum(1 << each for each in several) for several in chosen)


def combinations(box: Box) -> Iterator[tuple[int, ...]]:
    """Yield each combination of a box: one candidate for each action."""
    return product(*(tuple(members(each)) for each in box))


def first(box: Box) -> tuple[int, ...]:
    """Return the combination of the lowest candidates of a box."""
    return tuple(next(members(each)) for each in box)


def halves(box: Box) -> tuple[Box, Box]:
    """Return the box in two parts, cut at its action with the most candidates.

    Raises:
        ValueError: it has one combination.
    """
    action = max(range(len(box)), key=lambda each: box[each].bit_count())
    chosen = tuple(members(box[action]))
    if len(chosen) < 2:
        raise ValueError("a single combination cannot be halved")
    lower = sum(1 << each for each in chosen[: len(chosen) // 2])
    return restricted(box, action, lower), restricted(box, action, box[action] & ~lower)
