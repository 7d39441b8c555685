"""How often true schemas are kept: each by itself, and all of a domain at once, under thresholds from other domains."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.laboratory.schema.measurement.binomial import clopper_pearson
from plancritic.schema_library.filtering.conformal import domain_threshold, threshold

#: What a threshold is calibrated for, and what is counted as held: that a true schema is kept, or all of a domain.
Unit = Literal["action", "domain"]
UNITS: tuple[Unit, ...] = ("domain", "action")
#: Nonconformities of the true schemas in each library of a domain: greater for what is less like the others.
Libraries = Sequence[Sequence[float]]
#: Of the standard error, for 95 %; the mean of 20 and more splits is nearly normal.
_WIDTH = statistics.NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class EventCoverage:
    """How often an event holds under a threshold that was calibrated for one.

    `mean` is over random splits, half of the domains each, with the 95 % interval of the mean. `held` of `of` are
    counted with every domain left out once, one library of it drawn: domains for the event of a domain, actions for
    that of an action, with their exact interval (Clopper-Pearson; of actions as if they were independent).
    """

    calibrated_for: Unit
    event: Unit
    epsilon: float
    splits: int
    mean: float
    low: float
    high: float
    held: int
    of: int
    exact_low: float
    exact_high: float


def event_coverage(
    domains: Mapping[str, Libraries],
    calibrated_for: Unit,
    event: Unit,
    epsilon: float,
    splits: int,
    seed: int,
    measured: Mapping[str, Libraries] | None = None,
) -> EventCoverage:
    """Return how often an event holds for domains that are no part of the calibration.

    Of the domains that are measured those schemas count that are in `measured`, where it is given.
    """
    of_domain = measured or domains
    rng = random.Random(seed)
    names = sorted(domains)
    shares = []
    for _ in range(splits):
        order = rng.sample(names, len(names))
        half = len(names) // 2
        most = _most([domains[each] for each in order[:half]], calibrated_for, epsilon)
        kept = [_share(of_domain[each], most, event) for each in order[half:]]
        shares.append(_mean_share([each for each in kept if each is not None], event))
    mean = statistics.fmean(shares)
    half_width = _WIDTH * statistics.stdev(shares) / splits**0.5
    trials: list[bool] = []
    for name in names:
        most = _most([domains[each] for each in names if each != name], calibrated_for, epsilon)
        drawn = rng.choice(of_domain[name])
        kept_ones = [most is None or each <= most for each in drawn]
        trials += [all(kept_ones)] if event == "domain" else kept_ones
    held, of = sum(trials), len(trials)
    exact = clopper_pearson(held, of)
    return EventCoverage(
        calibrated_for, event, epsilon, splits, mean, mean - half_width, mean + half_width, held, of, *exact
    )


def _most(calibrating: Sequence[Libraries], unit: Unit, epsilon: float) -> float | None:
    if unit == "domain":
        return domain_threshold([library for libraries in calibrating for library in libraries], epsilon)
    least = threshold([-each for libraries in calibrating for library in libraries for each in library], epsilon)
    return None if least is None else -least


#: How many held, of how many.
_Share = tuple[int, int]


def _share(libraries: Libraries, most: float | None, event: Unit) -> _Share | None:
    kept = [[most is None or each <= most for each in library] for library in libraries]
    count: Callable[[Sequence[bool]], _Share] = (
        (lambda each: (all(each), 1)) if event == "domain" else (lambda each: (sum(each), len(each)))
    )
    counted = [count(each) for each in kept]
    found = sum(each[0] for each in counted), sum(each[1] for each in counted)
    return found if found[1] else None


def _mean_share(shares: Sequence[_Share], event: Unit) -> float:
    """The mean over domains where they are what is counted, else over all actions."""
    if event == "domain":
        return statistics.fmean(held / of for held, of in shares)
    return sum(held for held, _ in shares) / sum(of for _, of in shares)
