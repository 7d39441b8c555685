"""Coverage of single schemas and of whole domains, and its exact intervals."""

from __future__ import annotations

import random

import pytest

from plancritic.laboratory.schema.measurement.binomial import clopper_pearson
from plancritic.laboratory.schema.measurement.events import event_coverage
from plancritic.schema_library.filtering.conformal import domain_threshold


@pytest.mark.parametrize(
    ("held", "of", "low", "high"),
    # Beta quantiles: scipy.stats.binomtest(held, of).proportion_ci(method="exact").
    [
        (3, 7, 0.0990, 0.8159),
        (11, 14, 0.4920, 0.9534),
        (0, 7, 0.0, 0.4096),
        (7, 7, 0.5904, 1.0),
        (91, 94, 0.9096, 0.9934),
    ],
)
def test_the_exact_interval_is_that_of_clopper_and_pearson(held: int, of: int, low: float, high: float) -> None:
    assert clopper_pearson(held, of) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(("held", "of"), [(0, 0), (3, 2), (-1, 4)])
def test_impossible_counts_are_refused(held: int, of: int) -> None:
    with pytest.raises(ValueError, match="trials"):
        clopper_pearson(held, of)


def test_with_one_library_a_domain_the_threshold_is_split_conformal_over_domains() -> None:
    libraries = [[0.0, float(each)] for each in range(7)]
    assert domain_threshold(libraries, 0.2) == 6
    assert domain_threshold(libraries, 0.5) == 3
    # Seven domains say nothing of the worst tenth.
    assert domain_threshold(libraries, 0.1) is None


def drawn(domains: int, actions: int, seed: int) -> dict[str, list[list[float]]]:
    rng = random.Random(seed)
    return {f"d{each}": [[rng.random() for _ in range(actions)]] for each in range(domains)}


def test_a_threshold_for_domains_covers_whole_domains_and_one_for_actions_does_not() -> None:
    several = drawn(60, 6, 1)
    found = {
        (calibrated_for, event): event_coverage(several, calibrated_for, event, 0.2, 60, 1)
        for calibrated_for in ("action", "domain")
        for event in ("action", "domain")
    }
    assert found["domain", "domain"].mean == pytest.approx(0.8, abs=0.08)
    assert found["action", "action"].mean == pytest.approx(0.8, abs=0.05)
    # Six independent actions: 0.8 to the sixth is a quarter.
    assert found["action", "domain"].mean == pytest.approx(0.26, abs=0.1)
    assert found["domain", "action"].mean > 0.93
    assert (found["domain", "domain"].of, found["action", "action"].of) == (60, 360)
    for each in found.values():
        assert each.exact_low <= each.held / each.of <= each.exact_high
        assert each.low <= each.mean <= each.high


def test_only_what_is_measured_counts() -> None:
    several = drawn(20, 3, 2)
    hopeless = {name: [[2.0]] for name in several}
    found = event_coverage(several, "domain", "domain", 0.2, 20, 1, hopeless)
    assert (found.mean, found.held) == (0.0, 0)
