"""Scores are fitted so that they say how often a reading is right."""

import pytest
from tests.bench.score_fitting import Fitted, brier, fit, pooled


def test_values_that_fall_are_pooled_until_they_rise() -> None:
    assert pooled([0.2, 0.9, 0.5, 0.95], [1.0, 1.0, 3.0, 1.0]) == pytest.approx([0.2, 0.6, 0.6, 0.95])


def test_the_worth_of_a_fit_is_near_the_share_that_is_right() -> None:
    rows = [Fitted(1.0, None, n % 20 != 0) for n in range(400)] + [Fitted(0.8, None, n % 2 == 0) for n in range(400)]
    fitted = fit(rows)
    assert fitted.score(1.0) == pytest.approx(0.95, abs=0.02)
    assert fitted.score(0.8) == pytest.approx(0.5, abs=0.02)


def test_a_rival_costs_as_much_as_readings_with_one_are_wrong_more_often() -> None:
    alone = [Fitted(1.0, None, n % 20 != 0) for n in range(200)]
    beside = [Fitted(1.0, 1.0, n % 10 < 7) for n in range(200)]
    fitted = fit([*alone, *beside])
    assert fitted.loss == pytest.approx(0.25)
    assert brier(fitted, alone) < brier(fitted, beside)


def test_too_few_readings_are_refused() -> None:
    with pytest.raises(ValueError, match="give more texts"):
        fit([Fitted(1.0, None, True)] * 3)
