"""How well a model judges: accuracy and error rates, by sort of example, and whether its probabilities are true."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from plancritic.contracts.envelope import Contract
from plancritic.scorer.card import Accuracy, Evaluation
from plancritic.scorer.dataset import Example

Probabilities = NDArray[np.float32]
Labels = NDArray[np.bool_]


class Unsure(Contract):
    """Examples inside and outside the band in which a model is unsure (None where there are none)."""

    share: float
    inside: Accuracy | None
    outside: Accuracy | None


def evaluate(
    examples: Sequence[Example], probabilities: Probabilities, threshold: float, problems: Sequence[str] = ()
) -> Evaluation:
    """Evaluate probabilities (examples,) that the plans adhere; `problems` names each example's problem.

    Raises `ValueError` where there is nothing to judge.
    """
    labels = labels_of(examples)
    overall = accuracy(probabilities, labels, threshold)
    near = np.array([example.near_miss for example in examples], dtype=np.bool_)
    asked = np.array([example.archetype is not None for example in examples], dtype=np.bool_)
    archetypes = [example.archetype for example in examples if example.archetype is not None]
    share = float(labels.mean())
    return Evaluation(
        overall=overall,
        guessing=_rounded(max(share, 1 - share)),
        by_type=accuracy_by([example.sort for example in examples], probabilities, labels, threshold),
        by_problem=accuracy_by(problems, probabilities, labels, threshold) if problems else {},
        near_misses=accuracy(probabilities[near], labels[near], threshold) if near.any() else None,
        archetypes=accuracy_by(archetypes, probabilities[asked], labels[asked], threshold),
        expected_calibration_error=expected_calibration_error(probabilities, labels),
        calibration=calibration(probabilities, labels),
    )


def labels_of(examples: Sequence[Example]) -> Labels:
    """Whether the plans adhere, shape (examples,)."""
    return np.array([example.adheres for example in examples], dtype=np.bool_)


def accuracy(probabilities: Probabilities, labels: Labels, threshold: float) -> Accuracy:
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
    sorts: Sequence[str], probabilities: Probabilities, labels: Labels, threshold: float
) -> dict[str, Accuracy]:
    """`accuracy` for each sort of example."""
    column = np.array(sorts)
    return {
        sort: accuracy(probabilities[column == sort], labels[column == sort], threshold) for sort in sorted(set(sorts))
    }


def calibration(probabilities: Probabilities, labels: Labels) -> tuple[tuple[int, float, float], ...]:
    """For each tenth of the range: examples, mean prediction, share that adheres (0 where there are none)."""
    return tuple((count, _rounded(mean), _rounded(share)) for count, mean, share in _tenths(probabilities, labels))


def expected_calibration_error(probabilities: Probabilities, labels: Labels) -> float:
    """Mean distance, over the examples, of a tenth's mean prediction from its share that adheres.

    Source: Guo et al. 2017, On Calibration of Modern Neural Networks, equation 3, with ten bins.
    """
    rows = _tenths(probabilities, labels)
    return _rounded(sum(count * abs(mean - share) for count, mean, share in rows) / max(1, len(labels)))


def unsure(probabilities: Probabilities, labels: Labels, threshold: float, band: tuple[float, float]) -> Unsure:
    """How much is in the band [low, high), and how good the answers are in it and outside."""
    low, high = band
    inside = (probabilities >= low) & (probabilities < high)
    sides = [
        accuracy(probabilities[side], labels[side], threshold) if side.any() else None for side in (inside, ~inside)
    ]
    return Unsure(share=_rounded(inside.mean()), inside=sides[0], outside=sides[1])


def _tenths(probabilities: Probabilities, labels: Labels) -> list[tuple[int, float, float]]:
    place = np.minimum((probabilities * 10).astype(int), 9)
    rows = []
    for tenth in range(10):
        within = place == tenth
        count = int(within.sum())
        rows.append(
            (count, float(probabilities[within].mean()), float(labels[within].mean())) if count else (0, 0.0, 0.0)
        )
    return rows


def _rounded(value: float | np.floating) -> float:
    return round(float(value), 4)
