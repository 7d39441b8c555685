"""The combined score prefers what more writers support and what is nearer to the words."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancritic.schema_library.filtering.combined import Choice, Weights, fitted, gaps

supported = st.lists(st.tuples(st.integers(0, 10), st.floats(-1, 1)), min_size=1, max_size=8)
weighed = st.builds(Weights, support=st.floats(0.1, 5), similarity=st.floats(0.1, 10))


@given(supported, weighed)
def test_one_candidate_has_no_gap_and_none_a_negative_one(several: list[tuple[int, float]], weights: Weights) -> None:
    found = gaps([each[0] for each in several], [each[1] for each in several], weights)
    assert min(found) == 0


@given(supported, weighed, st.integers(1, 5), st.floats(0, 1))
def test_more_support_and_more_similarity_never_put_a_candidate_further_behind(
    several: list[tuple[int, float]], weights: Weights, more: int, nearer: float
) -> None:
    supports, similarities = [each[0] for each in several], [each[1] for each in several]
    before = gaps(supports, similarities, weights)[0]
    assert gaps([supports[0] + more, *supports[1:]], similarities, weights)[0] <= before + 1e-9
    assert gaps(supports, [similarities[0] + nearer, *similarities[1:]], weights)[0] <= before + 1e-9


@pytest.mark.parametrize("seed", [1, 2])
def test_the_weights_are_those_of_the_model_that_made_the_choices(seed: int) -> None:
    rng = random.Random(seed)
    true = Weights(support=2.0, similarity=4.0)
    choices = []
    for _ in range(500):
        supports = tuple(rng.randint(1, 9) for _ in range(3))
        similarities = tuple(rng.uniform(-1, 1) for _ in range(3))
        odds = np.exp(-np.array(gaps(supports, similarities, true)))
        choices.append(Choice(supports, similarities, rng.choices(range(3), odds.tolist())[0]))
    found = fitted(choices)
    # Some four standard errors.
    assert abs(found.support - true.support) < 0.8
    assert abs(found.similarity - true.similarity) < 1.6
