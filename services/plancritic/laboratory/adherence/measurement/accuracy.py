"""How well a model judges: accuracy and error rates, by sort of example, and whether its probabilities are true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plancritic.adherence.dataset import Example
from plancritic.adherence.model_card import Accuracy, Evaluation, Unsure
from plancritic.contracts.scoring import is_unsure

Probabilities = NDArray[np.float32]
Labels = NDArray[np.bool_]

#: Share of right answers that a model must reach outside the band in which it calls itself unsure.
SURE = 0.97
#: So many answers outside show something; of fewer, as few may be wrong as of so many.
LEAST_OUTSIDE = 50
#: Resamplings of the texts, and the share of them that an interval leaves out at each end.
_RESAMPLINGS, _TAIL = 1000, 0.025


@dataclass(frozen=True, slots=True)
class _Answers:
    """Probabilities, labels and texts of the examples, each of shape (examples,), and the threshold."""

    probabilities: Probabilities
    labels: Labels
    texts: NDArray[np.str_]
    threshold: float

    def where(self, chosen: NDArray[np.bool_]) -> _Answers:
        return _Answers(self.probabilities[chosen], self.labels[chosen], self.texts[chosen], self.threshold)

    @property
    def called(self) -> NDArray[np.bool_]:
        return self.probabilities >= self.threshold


def evaluate(
    examples: Sequence[Example],
    probabilities: Probabilities,
    threshold: float,
    problems: Sequence[str] = (),
    band: tuple[float, float] | None = None,
) -> Evaluation:
    """Evaluate probabilities (examples,) that the plans adhere.

    `problems` names each example's problem, `band` where the model is unsure. Raises `ValueError` where there is
    nothing to judge.
    """
    answers = _answers(examples, probabilities, threshold)
    overall = _accuracy(answers)
    near = np.array([example.near_miss for example in examples], dtype=np.bool_)
    asked = np.array([example.archetype is not None for example in examples], dtype=np.bool_)
    archetypes = [example.archetype for example in examples if example.archetype is not None]
    share = float(answers.labels.mean())
    return Evaluation(
        overall=overall,
        unsure=None if band is None else unsure(examples, probabilities, threshold, band),
        guessing=_rounded(max(share, 1 - share)),
        by_type=_accuracy_by([example.sort for example in examples], answers),
        by_problem=_accuracy_by(problems, answers) if problems else {},
        near_misses=_accuracy(answers.where(near)) if near.any() else None,
        archetypes=_accuracy_by(archetypes, answers.where(asked)),
        expected_calibration_error=expected_calibration_error(probabilities, answers.labels),
        calibration=calibration(probabilities, answers.labels),
    )


def labels_of(examples: Sequence[Example]) -> Labels:
    """Whether the plans adhere, shape (examples,)."""
    return np.array([example.adheres for example in examples], dtype=np.bool_)


def calibration(probabilities: Probabilities, labels: Labels) -> tuple[tuple[int, float, float], ...]:
    """For each tenth of the range: examples, mean prediction, share that adheres (0 where there are none)."""
    return tuple((count, _rounded(mean), _rounded(share)) for count, mean, share in _tenths(probabilities, labels))


def expected_calibration_error(probabilities: Probabilities, labels: Labels) -> float:
    """Mean distance, over the examples, of a tenth's mean prediction from its share that adheres.

    Source: Guo et al. 2017, On Calibration of Modern Neural Networks, equation 3, with ten bins.
    """
    rows = _tenths(probabilities, labels)
    return _rounded(sum(count * abs(mean - share) for count, mean, share in rows) / max(1, len(labels)))


def unsure(
    examples: Sequence[Example], probabilities: Probabilities, threshold: float, band: tuple[float, float]
) -> Unsure:
    """How much is in the band, and how good the answers are in it and outside."""
    answers = _answers(examples, probabilities, threshold)
    inside = _inside(probabilities, band)
    sides = [_accuracy(answers.where(side)) if side.any() else None for side in (inside, ~inside)]
    return Unsure(share=_rounded(inside.mean()), inside=sides[0], outside=sides[1])


def unsure_band(judged: Sequence[tuple[Probabilities, Labels]], threshold: float) -> tuple[float, float]:
    """The narrowest band about the threshold that keeps its promise on every corpus: outside, `SURE` are right.

    Corpora of fewer than `LEAST_OUTSIDE` examples are not asked, and where fewer are outside no more may be wrong than
    of so many. All but the ends where no band does, or none with enough outside in any corpus.
    """
    asked = [(found, labels) for found, labels in judged if len(labels) >= LEAST_OUTSIDE]
    # In hundredths, so that the ends are numbers that one can read.
    room = round(100 * min(threshold, 1 - threshold))
    bands = [(round(threshold - half / 100, 2), round(threshold + half / 100, 2)) for half in range(room)]
    return next((band for band in bands if _keeps_its_promise(band, asked, threshold)), bands[-1])


def _keeps_its_promise(
    band: tuple[float, float], judged: Sequence[tuple[Probabilities, Labels]], threshold: float
) -> bool:
    most = 0
    for found, labels in judged:
        outside = ~_inside(found, band)
        wrong = int(((found >= threshold) != labels)[outside].sum())
        if wrong > (1 - SURE) * max(LEAST_OUTSIDE, outside.sum()):
            return False
        most = max(most, int(outside.sum()))
    return most >= LEAST_OUTSIDE


def _inside(probabilities: Probabilities, band: tuple[float, float]) -> NDArray[np.bool_]:
    # As they are in `Scores`: a rounded number, not the float32 nearest to it.
    return np.array([is_unsure(round(float(each), 5), band) for each in probabilities], dtype=np.bool_)


def _answers(examples: Sequence[Example], probabilities: Probabilities, threshold: float) -> _Answers:
    texts = np.array([example.text for example in examples], dtype=np.str_)
    return _Answers(probabilities, labels_of(examples), texts, threshold)


def _accuracy(answers: _Answers) -> Accuracy:
    """Accuracy and error rates. Raises `ValueError` where there is nothing to judge."""
    if not len(answers.labels):
        raise ValueError("no examples to judge")
    right = answers.called == answers.labels
    others = answers.where(~answers.labels)
    return Accuracy(
        examples=len(answers.labels),
        accuracy=_rounded(right.mean()),
        false_positives=_rounded(others.called.mean()) if len(others.labels) else None,
        false_negatives=_rounded((~answers.called[answers.labels]).mean()) if answers.labels.any() else None,
        texts=len(np.unique(answers.texts)),
        interval=_interval(right, answers.texts),
        false_positives_interval=_interval(others.called, others.texts),
    )


def _accuracy_by(sorts: Sequence[str], answers: _Answers) -> dict[str, Accuracy]:
    column = np.array(sorts)
    return {sort: _accuracy(answers.where(column == sort)) for sort in sorted(set(sorts))}


def _interval(hits: NDArray[np.bool_], texts: NDArray[np.str_]) -> tuple[float, float] | None:
    """Between which shares of hits 95 in 100 resamplings of the texts lie; None of fewer than two texts.

    Texts are drawn with all their examples, because the answers to one text are not independent. Source: Field and
    Welsh 2007, Bootstrapping clustered data (the cluster bootstrap).
    """
    names, place = np.unique(texts, return_inverse=True)
    if len(names) < 2:
        return None
    sizes = np.bincount(place)
    hit = np.bincount(place, weights=hits)
    # The same examples, the same interval.
    drawn = np.random.default_rng(0).multinomial(len(names), np.full(len(names), 1 / len(names)), _RESAMPLINGS)
    low, high = np.quantile((drawn @ hit) / (drawn @ sizes), (_TAIL, 1 - _TAIL))
    return _rounded(low), _rounded(high)


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
