"""Numbers that a person would say: 6.5 hours, not 6.213."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal

#: A number is said this exactly, relative to its size; finer than that nobody asks for.
_PRECISION = 0.1
#: Sums of decimals are not exact.
_CLOSE = 1e-6


def grain(value: float) -> float:
    """The step between the numbers that one says of about this size: a 1 or 5 with noughts, at most a tenth of it."""
    most = max(value, 0.001) * _PRECISION * (1 + _CLOSE)
    unit = Decimal(10) ** math.floor(math.log10(most))
    return float(5 * unit if 5 * unit <= most else unit)


def multiples(low: float, high: float, step: float) -> tuple[float, ...]:
    """Return the multiples of a step strictly between two numbers, rising, free of rounding errors."""
    first = math.floor(low / step + _CLOSE) + 1
    last = math.ceil(high / step - _CLOSE) - 1
    return tuple(float(Decimal(repr(step)) * index) for index in range(first, last + 1))


def rounded_up(value: float, step: float) -> float:
    """Return the least multiple of a step that is no smaller."""
    return _rounded(value, step, math.ceil, -_CLOSE)


def rounded_down(value: float, step: float) -> float:
    """Return the greatest multiple of a step that is no greater."""
    return _rounded(value, step, math.floor, _CLOSE)


def _rounded(value: float, step: float, direction: Callable[[float], int], slack: float) -> float:
    return float(Decimal(repr(step)) * direction(value / step + slack))
