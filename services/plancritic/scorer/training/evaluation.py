"""How well predictions agree with labels: accuracy, false alarms of both sorts, calibration."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from plancritic.scorer.card import Accuracy


def accuracy(probabilities: NDArray[np.float32], labels: NDArray[np.bool_], threshold: float) -> Accuracy:
    """Accuracy and error rates at a threshold. Raises `ValueError` where there is nothing to judge."""
    if not len(labels):
        raise ValueError("no examples to judge")
    called = probabilities >= threshold
    return Accuracy(
        examples=len(labels),
        accuracy=_rounded((called == labels).mean()),
        false_positives=_rounded(called[~labels].mean()) if (~labels).any() else None,
        false_negatives=_rounded((~called[labels]).mean()) if labels.any() else None,
    )


def accuracy_by(
    sorts: Sequence[str], probabilities: NDArray[np.float32], labels: NDArray[np.bool_], threshold: float
) -> dict[str, Accuracy]:
    """`accuracy` for each sort of example."""
    column = np.array(sorts)
    return {
        sort: accuracy(probabilities[column == sort], labels[column == sort], threshold) for sort in sorted(set(sorts))
    }


def calibration(probabilities: NDArray[np.float32], labels: NDArray[np.bool_]) -> tuple[tuple[int, float, float], ...]:
    """For each tenth of the range: examples, mean prediction, share that adheres (0 where there are none)."""
    place = np.minimum((probabilities * 10).astype(int), 9)
    rows = []
    for tenth in range(10):
        inside = place == tenth
        count = int(inside.sum())
        mean, share = (probabilities[inside].mean(), labels[inside].mean()) if count else (0.0, 0.0)
        rows.append((count, _rounded(mean), _rounded(share)))
    return tuple(rows)


def _rounded(value: float | np.floating) -> float:
    return round(float(value), 4)
