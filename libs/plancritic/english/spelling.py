"""Slips of the pen."""

from __future__ import annotations


def is_swapped(one: str, other: str) -> bool:
    """Return whether two words differ by two letters side by side that changed places."""
    if len(one) != len(other):
        return False
    differing = [place for place, (left, right) in enumerate(zip(one, other, strict=True)) if left != right]
    if len(differing) != 2 or differing[1] != differing[0] + 1:
        return False
    first, second = differing
    return one[first] == other[second] and one[second] == other[first]
