import random
import statistics

from hypothesis import given
from hypothesis import strategies as st

from plancritic.schema_library.filtering.conformal import coverage, is_kept, threshold

similarities = st.lists(st.floats(-1, 1), max_size=60)
epsilons = st.integers(0, 99).map(lambda hundredths: hundredths / 100)


@given(similarities, epsilons, epsilons, st.floats(-1, 1))
def test_a_larger_epsilon_never_keeps_more(pairs: list[float], one: float, other: float, candidate: float) -> None:
    small, large = sorted((one, other))
    if is_kept(candidate, threshold(pairs, large)):
        assert is_kept(candidate, threshold(pairs, small))


@given(similarities.filter(bool), epsilons)
def test_the_calibrating_pairs_themselves_are_covered(pairs: list[float], epsilon: float) -> None:
    assert coverage(pairs, threshold(pairs, epsilon)) >= 1 - epsilon - 1e-12


@given(similarities, epsilons, st.randoms(use_true_random=False))
def test_the_order_of_the_pairs_does_not_matter(pairs: list[float], epsilon: float, rng: random.Random) -> None:
    assert threshold(rng.sample(pairs, len(pairs)), epsilon) == threshold(pairs, epsilon)


@given(st.integers(5, 60), st.sampled_from((0.05, 0.1, 0.2, 0.3, 0.5)), st.integers(0, 2**32))
def test_exchangeable_pairs_are_covered_on_average(pairs: int, epsilon: float, seed: int) -> None:
    # The mean over all choices of the one held-out pair is exact, no estimate: no seed can miss it.
    rng = random.Random(seed)
    drawn = [rng.gauss(0.5, 0.2) for _ in range(pairs + 1)]
    kept = [
        is_kept(held_out, threshold(drawn[:place] + drawn[place + 1 :], epsilon))
        for place, held_out in enumerate(drawn)
    ]
    assert statistics.fmean(kept) >= 1 - epsilon - 1e-12
    # And not much more than is promised: what is kept beyond it are candidates that should go.
    assert statistics.fmean(kept) <= 1 - epsilon + 1 / (pairs + 1) + 1e-12
