"""Coverage: the share of held-out true pairs that a threshold from other domains keeps."""

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plancritic.contracts.modelling.descriptions import Register
from plancritic.embedding import Encoder
from plancritic.laboratory.schema.calibration.similarity import true_similarities
from plancritic.laboratory.schema.corpus import Corpus
from plancritic.schema_library.filtering.conformal import coverage, threshold

#: Of the standard error, for 95 %; the mean of 20 and more splits is nearly normal.
_WIDTH = statistics.NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Coverage:
    """Coverage over random splits by domain; the interval is of the mean, 95 %, over the draw of splits."""

    epsilon: float
    splits: int
    mean: float
    low: float
    high: float


def coverage_over_splits(
    similarities: Mapping[str, Sequence[float]],
    epsilon: float,
    splits: int,
    seed: int,
    measuring: Mapping[str, Sequence[float]] | None = None,
) -> Coverage:
    """Return the mean coverage where half of the domains, drawn anew each time, calibrate and the others are measured.

    `similarities` are those of the true pairs of each domain, none of which trained the encoder. Of the domains that
    are measured those of `measuring` count, where it is given.
    """
    rng = random.Random(seed)
    names = sorted(similarities)
    found = []
    for _ in range(splits):
        order = rng.sample(names, len(names))
        half = len(names) // 2
        calibrating = [each for name in order[:half] for each in similarities[name]]
        measured = [each for name in order[half:] for each in (measuring or similarities)[name]]
        found.append(coverage(measured, threshold(calibrating, epsilon)))
    mean = statistics.fmean(found)
    half_width = _WIDTH * statistics.stdev(found) / splits**0.5
    return Coverage(epsilon, splits, mean, mean - half_width, mean + half_width)


def held_out_coverage(
    encoder: Encoder, corpus: Corpus, register: Register, epsilons: Sequence[float], splits: int, seed: int
) -> tuple[Coverage, ...]:
    """Return the coverage at each epsilon, over the domains that did not train the encoder: those are nearer to it."""
    held_out = (*corpus.part("calibrate"), *corpus.part("measure"))
    similarities = {each.name: true_similarities(encoder, [each], register) for each in held_out}
    return tuple(coverage_over_splits(similarities, epsilon, splits, seed) for epsilon in epsilons)
