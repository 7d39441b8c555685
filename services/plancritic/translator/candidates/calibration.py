"""What a reading's fit is worth: the share of such readings that are right.

A fit says how much of a statement a reading accounts for. The numbers were counted on requests in people's words and
lie in `calibration.yaml`, with where they come from. A score of 0.9 should be right nine times in ten.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from importlib import resources

import yaml
from pydantic import BaseModel, ConfigDict


class Calibration(BaseModel):
    """Points of a rising line from fit to score, and how much a rival reading takes from a score.

    A rival whose fit is less by `near` or more takes nothing, one of the same fit takes `loss`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    fit: tuple[float, ...]
    worth: tuple[float, ...]
    near: float
    loss: float
    least: float

    def score(self, fit: float, rival: float | None = None) -> float:
        """The score of a reading, in [0, 1], by its fit and that of the nearest reading that means something else."""
        at = min(bisect_right(self.fit, fit), len(self.fit) - 1)
        low, high = self.fit[at - 1], self.fit[at]
        share = (min(fit, high) - low) / (high - low)
        worth = self.worth[at - 1] + share * (self.worth[at] - self.worth[at - 1])
        if rival is not None:
            lost = self.loss * max(0.0, 1.0 - max(0.0, fit - rival) / self.near)
            worth = max(min(worth, self.least), worth - lost)
        return max(0.0, min(1.0, worth))


@cache
def shipped() -> Calibration:
    """Return the calibration that comes with the translator."""
    text = resources.files("plancritic.translator").joinpath("calibration.yaml").read_text(encoding="utf-8")
    return Calibration.model_validate(yaml.safe_load(text))


def scores(fits: Sequence[float], rival: float | None) -> list[float]:
    """Return the scores of a statement's readings, best first; none is above the one before it.

    `rival` is the fit of the first reading that means something else than the best, if there is one.
    """
    if not fits:
        return []
    calibration = shipped()
    found = [calibration.score(fits[0], rival)]
    for fit in fits[1:]:
        found.append(min(found[-1], calibration.score(fit)))
    return [round(score, 4) for score in found]
