"""Agreement of the writers and similarity to the words in one score: a conditional logit model.

The utility of a candidate is a weighted sum of the logarithm of its support (writers who agree with it about its most
disputed literal, and a half) and of its similarity; the probability that it is the right one of its action's
candidates is proportional to the exponential of the utility (McFadden: "Conditional logit analysis of qualitative
choice behavior", 1974). Both weights are fitted by maximum likelihood on actions whose right candidate is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plancritic.contracts.envelope import Contract

#: Keeps weights finite where the right candidates always lead.
_RIDGE = 1e-3
_STEPS = 100
_CLOSE = 1e-9


class Weights(Contract):
    """How much support and similarity count."""

    support: float
    similarity: float


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates of one action, in any order, and which of them is the right one."""

    supports: tuple[int, ...]
    similarities: tuple[float, ...]
    right: int


def gaps(supports: Sequence[int], similarities: Sequence[float], weights: Weights) -> tuple[float, ...]:
    """Return how far each of an action's candidates is behind the most probable one: a difference of log-odds."""
    utilities = _features(supports, similarities) @ np.array([weights.support, weights.similarity])
    return tuple(float(each) for each in utilities.max() - utilities)


def fitted(choices: Sequence[Choice]) -> Weights:
    """Return the weights that make the right candidates most probable (Newton's method; the likelihood is concave).

    Raises:
        ValueError: there is no action with several candidates.
    """
    told = [(_features(each.supports, each.similarities), each.right) for each in choices if len(each.supports) > 1]
    if not told:
        raise ValueError("no action has several candidates: nothing tells how much agreement and similarity count")
    weights = np.zeros(2)
    for _ in range(_STEPS):
        slope, curvature = -2 * _RIDGE * weights, -2 * _RIDGE * np.eye(2)
        for features, right in told:
            odds = np.exp((utilities := features @ weights) - utilities.max())
            probable = odds / odds.sum()
            mean = probable @ features
            slope += (features[right] - mean) / len(told)
            apart = features - mean
            curvature -= (apart * probable[:, None]).T @ apart / len(told)
        step = np.linalg.solve(curvature, slope)
        weights = weights - step
        if np.abs(step).max() < _CLOSE:
            break
    return Weights(support=float(weights[0]), similarity=float(weights[1]))


def _features(supports: Sequence[int], similarities: Sequence[float]) -> NDArray[np.float64]:
    return np.stack([np.log(np.array(supports) + 0.5), np.array(similarities, dtype=np.float64)], axis=1)
