"""Numbers of things, as people say them."""

from __future__ import annotations

from collections.abc import Sequence


def give_up(number: int) -> str:
    """What to do with one of so many things that are shown."""
    return "to give it up" if number == 1 else "to give up one of these"


def counted(number: int, noun: str) -> str:
    """ "1 statement", "2,000 statements"; for nouns with a regular plural."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(names: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"; empty without names."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
