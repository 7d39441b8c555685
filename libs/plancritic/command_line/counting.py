"""Numbers of things, as people say them."""

from __future__ import annotations


def give_up(number: int) -> str:
    """Return the words for giving up one of `number` things."""
    return "giving it up" if number == 1 else "giving up one of these"


def counted(number: int, noun: str) -> str:
    """Return "1 statement" or "2,000 statements"; for nouns with a regular plural."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
