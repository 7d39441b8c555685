"""Numbers of things, as people say them."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """ "1 statement", "2 statements"; for nouns with a regular plural."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
