import pytest

from plancritic.contracts.errors import ContractError
from plancritic.schema_library.filtering.conformal import coverage, is_kept, quantile_rank, threshold


@pytest.mark.parametrize(
    ("pairs", "epsilon", "rank"),
    [
        (9, 0.2, 8),
        (10, 0.2, 9),  # ⌈8.8⌉
        (9, 0.3, 7),  # 10 * (1 - 0.3) is 7, though not in floating point
        (4, 0.2, 4),
        (3, 0.2, None),  # ⌈3.2⌉ = 4 > 3
        (0, 0.2, None),
        (1000, 0.0, None),
        (1, 0.5, 1),
    ],
)
def test_the_rank_is_that_of_the_design(pairs: int, epsilon: float, rank: int | None) -> None:
    assert quantile_rank(pairs, epsilon) == rank


def test_the_threshold_keeps_the_nearest_pairs() -> None:
    similarities = [0.1 * each for each in range(1, 10)]  # nine pairs: q is the eighth distance
    least = threshold(similarities, 0.2)
    assert least == similarities[1]
    assert coverage(similarities, least) == pytest.approx(8 / 9)
    assert is_kept(0.2, least)
    assert not is_kept(0.19, least)


def test_too_few_pairs_keep_all() -> None:
    assert threshold([0.9, 0.8, 0.7], 0.2) is None
    assert is_kept(-1.0, None)


@pytest.mark.parametrize("epsilon", [-0.1, 1.0, float("nan")])
def test_an_impossible_epsilon_is_refused(epsilon: float) -> None:
    with pytest.raises(ContractError, match="epsilon"):
        threshold([0.5], epsilon)
