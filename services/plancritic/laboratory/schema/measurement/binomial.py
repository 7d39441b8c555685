"""Exact intervals of a share that was counted."""

from __future__ import annotations

import math
from collections.abc import Callable

_HALVINGS = 60


def clopper_pearson(held: int, of: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the exact interval of a probability of which `held` of so many independent trials were seen.

    Clopper, Pearson: "The use of confidence or fiducial limits illustrated in the case of the binomial", 1934.

    Raises:
        ValueError: there was no trial, or more were held than tried.
    """
    if not 0 <= held <= of or of == 0:
        raise ValueError(f"{held} of {of} trials")
    tail = (1 - confidence) / 2
    low = 0.0 if held == 0 else _root(lambda share: 1 - _at_most(held - 1, of, share) - tail)
    high = 1.0 if held == of else _root(lambda share: tail - _at_most(held, of, share))
    return low, high


def _root(rising: Callable[[float], float]) -> float:
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > 0 else (middle, high)
    return (low + high) / 2


def _at_most(held: int, of: int, share: float) -> float:
    return math.fsum(math.comb(of, each) * share**each * (1 - share) ** (of - each) for each in range(held + 1))
