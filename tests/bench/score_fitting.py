"""Fits what a reading's fit is worth: the points of `calibration.yaml`.

The worth of a fit is the share of the readings near it that are right, made to rise (pool adjacent violators), among
readings without a rival near them; what a near rival takes is what makes the scores of the others least wrong (Brier).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

import numpy as np

from plancritic.translator.candidates.calibration import Calibration

#: Where the line has its points: close together where most readings are.
KNOTS = (0.0, 0.35, 0.6, 0.8, 0.86, 0.9, 0.95, 1.0)
_NEAR = 0.125
_LOSSES = tuple(round(0.05 * step, 2) for step in range(9))
#: So many readings of the share that all have are added to each point, so that a few do not decide it.
_PRIOR = 4.0
_HIGHEST, _LEAST = 0.97, 0.35


@dataclass(frozen=True)
class Fitted:
    """A best reading's fit, that of the first that means something else, and whether the best is right."""

    fit: float
    rival: float | None
    right: bool

    @property
    def alone(self) -> bool:
        """Whether no rival comes near."""
        return self.rival is None or self.fit - self.rival >= _NEAR


def fit(rows: Sequence[Fitted]) -> Calibration:
    """The calibration that the readings speak for.

    Raises:
        ValueError: There are too few readings without a rival to tell.
    """
    alone = [row for row in rows if row.alone]
    if len(alone) < 30:
        raise ValueError(f"{len(alone)} readings without a near rival are too few to fit scores on: give more texts")
    overall = sum(row.right for row in alone) / len(alone)
    worth, weight = [], []
    for knot in KNOTS[2:]:
        # A reading speaks for the two points beside it, the nearer the more.
        near = [(row, _share(row.fit, knot)) for row in alone]
        amount = sum(share for _, share in near)
        worth.append((sum(share * row.right for row, share in near) + _PRIOR * overall) / (amount + _PRIOR))
        weight.append(amount + _PRIOR)
    rising = [min(_HIGHEST, max(_LEAST, value)) for value in pooled(worth, weight)]
    points = (0.0, _LEAST, *(round(value, 3) for value in rising))
    found = [Calibration(fit=KNOTS, worth=points, near=_NEAR, loss=loss, least=_LEAST) for loss in _LOSSES]
    return min(found, key=lambda each: (brier(each, rows), each.loss))


def brier(calibration: Calibration, rows: Sequence[Fitted]) -> float:
    """The mean squared difference between score and being right."""
    return float(np.mean([(calibration.score(row.fit, row.rival) - row.right) ** 2 for row in rows]))


def _share(value: float, knot: float) -> float:
    at = KNOTS.index(knot)
    below = KNOTS[at - 1]
    above = KNOTS[at + 1] if at + 1 < len(KNOTS) else knot
    if below < value <= knot:
        return (value - below) / (knot - below)
    return (above - value) / (above - knot) if knot < value < above else 0.0


def pooled(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The rising values nearest to the given ones (pool adjacent violators)."""
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        blocks.append((value, weight, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (one, much, count), (other, more, further) = blocks[-2:]
            blocks[-2:] = [((one * much + other * more) / (much + more), much + more, count + further)]
    return [value for value, _, count in blocks for _ in range(count)]


def write(calibration: Calibration, note: str) -> None:
    """Write the translator's `calibration.yaml`, with what it was fitted on."""
    text = (
        "# What a reading's fit is worth: how often a reading of that fit is right. Between points a straight line.\n"
        f"# Fitted on {datetime.now(UTC):%Y-%m-%d} by `python -m tests.bench.wordings --calibrate` on\n# {note}.\n"
        "# `python -m tests.bench.wordings` prints how the scores hold on other texts.\n"
        f"fit: {list(calibration.fit)}\n"
        f"worth: {list(calibration.worth)}\n"
        "# A rival whose fit is less by `near` or more takes nothing from a score, one of the same fit takes `loss`.\n"
        f"near: {calibration.near}\n"
        f"loss: {calibration.loss}\n"
        "# No reading that is offered is worth less: the parser offers none with a fit below.\n"
        f"least: {calibration.least}\n"
    )
    place = resources.files("plancritic.translator").joinpath("calibration.yaml")
    Path(str(place)).write_text(text, encoding="utf-8")
