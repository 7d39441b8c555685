"""How likely something is, in words."""

from __future__ import annotations

#: From this probability on a whole per cent would be 100, which nothing that is estimated is.
_ALMOST_CERTAIN = 0.995


def likelihood(probability: float) -> str:
    """Return how likely something is: "94% likely", "almost certain" instead of 100%, "less than 1% likely" of 0%."""
    if probability >= _ALMOST_CERTAIN:
        return "almost certain"
    return f"{'less than 1%' if probability < 1 - _ALMOST_CERTAIN else f'{probability:.0%}'} likely"
