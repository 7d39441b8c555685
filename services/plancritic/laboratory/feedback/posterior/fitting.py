"""Fits the posterior's weights by maximum likelihood, and chooses its thresholds on domains left out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from plancritic.laboratory.feedback.posterior.examples import Example
from plancritic.posterior import LinearForm, PosteriorModel
from plancritic.posterior.model import GRAMMAR_FEATURES, GRAMMAR_NONE_FEATURES, is_read_by_networks

#: What the scorer has a word in; a model without it does not see them.
SCORER_FEATURES = frozenset({"for", "against"})
#: The weight of the ridge penalty: a dozen weights, some hundred examples a domain.
RIDGE = 1.0
_STEPS, _SMALLEST = 400, 1e-7

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Prediction:
    """What a model that has not seen the example's domain says of it.

    `probability` is that of the likeliest behaviour, or of `none` where that is likelier (`none`); `of_right` that of
    what is right. `sureness` is that of the likeliest with the second opinion pooled.
    """

    example: Example
    probability: float
    sureness: float
    right: bool
    none: bool
    of_right: float


@dataclass(frozen=True)
class Thresholds:
    """The thresholds of a model; `clear_count` and `clear_wrong` are what the first was chosen on."""

    clear: float
    clear_count: int
    clear_wrong: int
    behaviour_quantile: float
    none_quantile: float


def fit(examples: Sequence[Example], with_scorer: bool) -> tuple[dict[str, float], dict[str, float]]:
    """Return the weights of candidates and of `none` that make what is right likeliest, with a ridge penalty.

    Raises:
        ValueError: there are no examples.
    """
    if not examples:
        raise ValueError("there are no rows to fit the weights to")
    names, none_names = _names(examples, with_scorer)
    cases = [_case(each, names, none_names) for each in examples]
    weights = _ascended(cases, len(names) + len(none_names))
    rounded = [round(float(each), 3) for each in weights]
    return dict(zip(names, rounded, strict=False)), dict(zip(none_names, rounded[len(names) :], strict=True))


def second_opinion(examples: Sequence[Example], with_scorer: bool) -> LinearForm | None:
    """Return the form fitted to what is not the grammar's; None where the examples have no word of the networks."""
    if not all(each.with_reader for each in examples):
        return None
    weights, none = fit([_without_grammar(each) for each in examples], with_scorer)
    return LinearForm(weights=weights, none=none)


def _without_grammar(example: Example) -> Example:
    """The example with the candidates that the networks read, and without what the grammar says of them."""
    places = [place for place, each in enumerate(example.candidates) if is_read_by_networks(each)]
    return replace(
        example,
        candidates=tuple(
            {name: value for name, value in example.candidates[place].items() if name not in GRAMMAR_FEATURES}
            for place in places
        ),
        none={name: value for name, value in example.none.items() if name not in GRAMMAR_NONE_FEATURES},
        right=tuple(example.right[place] for place in places),
    )


def left_out(examples: Sequence[Example], with_scorer: bool) -> list[Prediction]:
    """Return predictions for every example by weights fitted to the other domains."""
    found = []
    for domain in sorted({each.domain for each in examples}):
        others = [each for each in examples if each.domain != domain]
        weights, none = fit(others, with_scorer)
        second = second_opinion(others, with_scorer)
        model = PosteriorModel(
            weights=weights, none=none, second=second, clear=1.0, behaviour_quantile=1.0, none_quantile=1.0
        )
        found += [predicted(each, model) for each in examples if each.domain == domain]
    return found


def predicted(example: Example, model: PosteriorModel) -> Prediction:
    """Return what a model says of an example."""
    shares = model.shares(example.candidates, example.none)
    right = [*example.right, not any(example.right)]
    best = max(range(len(shares)), key=lambda place: (shares[place], -place))
    return Prediction(
        example,
        shares[best],
        model.sureness(example.candidates, example.none)[best],
        right[best],
        best == len(shares) - 1,
        sum(share for share, each in zip(shares, right, strict=True) if each),
    )


def thresholds(predictions: Sequence[Prediction], bound: float, miss: float) -> Thresholds:
    """Return the thresholds: a clear reading is wrong with less than `bound`, what is right is missed with `miss`.

    `clear` is the least sureness from which on the one-sided 95 % Clopper-Pearson bound on the share of wrong best
    readings is below `bound`; 1 where there is none. The quantiles are those of split conformal prediction, of
    1 - the posterior of what is right, for behaviours and for `none` apart.
    """
    clear, count, wrong = 1.0, 0, 0
    readings = sorted((each for each in predictions if not each.none), key=lambda each: -each.sureness)
    failures = 0
    for number, each in enumerate(readings, start=1):
        failures += not each.right
        following = readings[number].sureness if number < len(readings) else -1.0
        if following != each.sureness and upper_bound(failures, number) < bound:
            clear, count, wrong = each.sureness, number, failures
    meant = [1.0 - each.of_right for each in predictions if any(each.example.right)]
    nothing = [1.0 - each.of_right for each in predictions if not any(each.example.right)]
    return Thresholds(round(clear, 4), count, wrong, _quantile(meant, miss), _quantile(nothing, miss))


def upper_bound(failures: int, trials: int, confidence: float = 0.95) -> float:
    """Return the one-sided Clopper-Pearson bound on a probability, by bisection of the binomial distribution."""
    if failures >= trials:
        return 1.0
    low, high = failures / trials, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(failures, trials, middle) > 1.0 - confidence else (low, middle)
    return high


def _at_most(failures: int, trials: int, probability: float) -> float:
    """Return the probability of that many failures at most."""
    logs = (
        math.lgamma(trials + 1)
        - math.lgamma(k + 1)
        - math.lgamma(trials - k + 1)
        + (k * math.log(probability) if k else 0.0)
        + (trials - k) * math.log1p(-probability)
        for k in range(failures + 1)
    )
    return sum(map(math.exp, logs))


def _quantile(scores: Sequence[float], miss: float) -> float:
    """Return the conformal quantile of the scores; 1, which keeps everything, where there are too few."""
    rank = math.ceil((len(scores) + 1) * (1.0 - miss))
    return 1.0 if rank > len(scores) else round(sorted(scores)[rank - 1], 4)


def _names(examples: Sequence[Example], with_scorer: bool) -> tuple[list[str], list[str]]:
    found = {name for example in examples for features in example.candidates for name in features}
    if not with_scorer:
        found -= SCORER_FEATURES
    return sorted(found), sorted({name for example in examples for name in example.none})


def _case(example: Example, names: Sequence[str], none_names: Sequence[str]) -> tuple[Vector, Vector]:
    """Return the features, a row a candidate and one for `none`, and which rows are right."""
    rows = [
        [*(features.get(name, 0.0) for name in names), *(0.0 for _ in none_names)] for features in example.candidates
    ]
    rows.append([*(0.0 for _ in names), *(example.none.get(name, 0.0) for name in none_names)])
    return np.array(rows), np.array([*example.right, not any(example.right)], dtype=float)


def _ascended(cases: Sequence[tuple[Vector, Vector]], size: int) -> Vector:
    """Return the weights of the greatest penalised likelihood: gradient steps of Barzilai and Borwein's length."""
    weights = np.zeros(size)
    gradient = _gradient(cases, weights)
    step = 1.0 / len(cases)
    for _ in range(_STEPS):
        following = weights + step * gradient
        after = _gradient(cases, following)
        moved, turned = following - weights, after - gradient
        curvature = -float(moved @ turned)
        step = float(moved @ moved) / curvature if curvature > 0 else 1.0 / len(cases)
        weights, gradient = following, after
        if float(np.abs(gradient).max()) < _SMALLEST * len(cases):
            break
    return weights


def _gradient(cases: Sequence[tuple[Vector, Vector]], weights: Vector) -> Vector:
    gradient = -2.0 * RIDGE * weights
    for features, right in cases:
        scores = features @ weights
        odds = np.exp(scores - scores.max())
        shares = odds / odds.sum()
        among_right = shares * right
        gradient = gradient + features.T @ (among_right / max(float(among_right.sum()), 1e-300) - shares)
    return gradient
