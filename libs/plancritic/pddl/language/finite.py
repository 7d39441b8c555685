"""The bounds of what is read: how large a number may be, and how many steps a plan may have."""

from __future__ import annotations

#: No number in a domain, problem, constraint or plan may be larger. Up to here a floating-point number still tells
#: times apart that lie an epsilon (0.001) from each other, and no sum or product of a few of them overflows.
LARGEST = 1e12
#: No plan may have more steps. Judging is linear in the steps: this many take a few seconds.
MOST_STEPS = 20_000


def out_of_range(text: str) -> str:
    """Return what is wrong with a number that is written so."""
    shown = text if len(text) <= 24 else f"{text[:20]}... ({len(text)} characters)"
    return f"number {shown} is out of range: numbers go from -1e12 to 1e12"


#: What to do about it.
REMEDY = "write a number from -1e12 to 1e12; a larger unit makes numbers smaller"
