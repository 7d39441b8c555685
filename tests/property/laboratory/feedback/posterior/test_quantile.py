"""A conformal quantile keeps its promise on whatever scores: of n + 1, each left out in turn, it misses few."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from plancritic.laboratory.feedback.posterior.fitting import _quantile, upper_bound


@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=40), st.sampled_from([0.05, 0.1, 0.2, 0.25, 0.5]))
def test_what_is_left_out_lies_below_the_quantile_of_the_others_as_often_as_promised(
    drawn: list[int], miss: float
) -> None:
    scores = [each / 10_000 for each in drawn]
    kept = sum(score <= _quantile([*scores[:place], *scores[place + 1 :]], miss) for place, score in enumerate(scores))
    assert kept >= math.floor(len(scores) * (1.0 - miss) + 1e-9)


@given(st.integers(1, 300), st.data())
def test_the_bound_lies_above_the_share_and_is_a_probability(trials: int, data: st.DataObject) -> None:
    failures = data.draw(st.integers(0, trials))
    assert failures / trials <= upper_bound(failures, trials) <= 1.0
